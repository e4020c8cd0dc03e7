import { useId } from 'react';
import { collapseSpaces } from '../../shared/escape-invisible.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { TruncatedText } from '../ui/display/TruncatedText.tsx';
import { AnswerButton, iconOf } from './DecisionButtons.tsx';
import type { IdenticalAnswer, IdenticalInterrupts } from './identical-interrupts.ts';
import { nodePathLabel } from './group-interrupts.ts';
import { parseString } from './json-format.ts';
import styles from './Interrupts.module.css';

export interface IdenticalInterruptsCardProps {
  readonly group: IdenticalInterrupts;
  readonly names?: readonly string[];
  readonly isLocked: boolean;
  readonly blocked: string | null;
  readonly onAnswer: (answers: readonly IdenticalAnswer[]) => void;
}

/** Interrupts that can be answered alike: in what they differ, and one button per answer for all. */
export function IdenticalInterruptsCard({
  group,
  names,
  isLocked,
  blocked,
  onAnswer,
}: IdenticalInterruptsCardProps) {
  const { nodeId, interrupts, differences, answers } = group;
  const count = interrupts.length;
  const heading = useId();
  const { members } = differences;
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading}>
          {nodePathLabel(nodeId)} · {count} alike
        </h3>
      </div>
      <div
        role="group"
        aria-label={`Answer to all ${count} of ${nodePathLabel(nodeId)}`}
        className={styles.quick}
      >
        {answers.map(({ label, each }, index) => (
          <AnswerButton
            key={label}
            variant={index === 0 ? 'primary' : 'plain'}
            icon={iconOf(label)}
            isLocked={isLocked}
            blocked={blocked}
            onAnswer={() => onAnswer(each)}
          >
            {label.replace(/ all$/, '')} all {count}
          </AnswerButton>
        ))}
      </div>
      {members.length === 0 ? (
        <p className={styles.quiet}>
          All {count} have the same value{names ? `: ${names.join(', ')}` : ''}.
        </p>
      ) : (
        <div className={styles.alike} {...scrollableGroupProps('What differs')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{names ? 'thread' : '#'}</th>
                {members.map(({ path }) => (
                  <th key={path} scope="col">
                    {path === '' ? 'value' : path}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {interrupts.map((interrupt, index) => (
                <tr key={`${index} ${interrupt.id}`}>
                  {names ? (
                    <td className={styles.threadName} title={names[index]}>
                      {names[index]}
                    </td>
                  ) : (
                    <td>{index + 1}</td>
                  )}
                  {members.map(({ path, texts }) => (
                    <td key={path}>
                      <Cell text={texts[index] ?? null} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Cell({ text }: { readonly text: string | null }) {
  if (text === null) return <span className={styles.quiet}>none</span>;
  const unquoted = parseString(text);
  return <TruncatedText text={unquoted === null ? text : collapseSpaces(unquoted)} initialLength={240} />;
}
