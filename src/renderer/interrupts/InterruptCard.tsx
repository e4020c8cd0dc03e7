import { sameJson } from '../../exact-json/compare.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { JsonEditor } from '../ui/JsonEditor.tsx';
import { scrollableGroup } from '../ui/named-group.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { answerProblem, type Answerable } from './answers.ts';
import { readQuestion } from './question.ts';
import styles from './Interrupts.module.css';

export interface InterruptCardProps {
  readonly interrupt: Answerable;
  readonly answerText: string;
  readonly onAnswer: (text: string) => void;
  readonly onSubmit: () => void;
}

/** One question: who asks, what it says, and its answer. */
export function InterruptCard({ interrupt, answerText, onAnswer, onSubmit }: InterruptCardProps) {
  const question = readQuestion(interrupt.valueText);
  const problem = answerProblem(answerText);
  const chosen = question.quick.find(({ valueText }) => same(valueText, answerText));
  return (
    <section
      className={styles.card}
      aria-label={`${interrupt.nodeId} asks`}
      data-testid={`interrupt-${interrupt.id}`}
    >
      <div className={styles.question}>
        <div className={styles.head}>
          <h3>{interrupt.nodeId.replaceAll(':', ' › ')} asks</h3>
          <code title={interrupt.id}>{interrupt.id.slice(0, 8)}</code>
          <CopyButton label="Copy the value" text={interrupt.valueText} />
        </div>
        {question.title === null ? null : <p className={styles.title}>{question.title}</p>}
        {question.parts.length === 0 ? null : (
          <div className={styles.scroll} {...scrollableGroup(`What ${interrupt.nodeId} sent`)}>
            <dl className={styles.parts}>
              {question.parts.map(({ label, text, isJson }, at) => (
                <div key={label ?? String(at)}>
                  {label === null ? null : <dt>{label}</dt>}
                  <dd data-json={isJson} data-block={isJson && text.includes('\n')}>
                    {text}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
      {question.quick.length === 0 ? null : (
        <div className={styles.quick}>
          <Segmented
            label={`Answer to ${interrupt.nodeId}`}
            value={chosen?.label ?? 'json'}
            onChange={(label) => {
              const answer = question.quick.find((one) => one.label === label);
              if (answer) onAnswer(answer.valueText);
            }}
            options={[
              ...question.quick.map(({ label }) => ({ value: label, label })),
              { value: 'json', label: 'JSON', disabled: chosen !== undefined },
            ]}
          />
        </div>
      )}
      <JsonEditor
        label={`Answer to ${interrupt.nodeId}, as JSON`}
        value={answerText}
        onChange={onAnswer}
        onSubmit={onSubmit}
        minHeight={48}
        maxHeight={180}
      />
      {problem === null ? null : (
        <p className={styles.problem} role="status">
          {problem}
        </p>
      )}
    </section>
  );
}

function same(a: string, b: string): boolean {
  try {
    return sameJson(a, b);
  } catch {
    return false;
  }
}
