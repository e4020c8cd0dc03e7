import { Play } from 'lucide-react';
import { useState } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { draftKey, readDraft, writeDraft } from '../client/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { answerable, answerProblem, answersOf } from './answers.ts';
import { InterruptCard } from './InterruptCard.tsx';
import { readQuestion } from './question.ts';
import styles from './Interrupts.module.css';

export interface ResumePaneProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly interrupts: readonly PendingInterrupt[];
  /** Nodes that run when the thread goes on. */
  readonly next: readonly string[];
  /** The last run failed at these nodes. */
  readonly failed: boolean;
  /** A run is being started. */
  readonly starting: boolean;
  /** Why the last start failed, if it did. */
  readonly problem: unknown;
  /** Resolves once the server took the answers; rejects when it did not. */
  readonly onResume: (
    answers: readonly { readonly interruptId: string; readonly valueText: string }[],
  ) => Promise<unknown>;
  readonly onContinue: () => void;
}

/** What a waiting thread asks, and how to let it go on. */
export function ResumePane(props: ResumePaneProps) {
  const { interrupts, next, failed, starting, problem, onContinue } = props;
  const questions = answerable(interrupts);
  if (questions.length > 0) return <Answers {...props} />;
  const nodes = next.join(', ');
  return (
    <div className={styles.pane}>
      <p className={styles.words}>
        {failed
          ? `The last run failed. Going on runs ${nodes} again.`
          : `The thread stopped before ${nodes === '' ? 'its next node' : nodes}. Nothing needs an answer.`}
      </p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          icon={<Play size={13} aria-hidden />}
          busy={starting ? 'Starting' : null}
          onClick={onContinue}
        >
          Continue
        </Button>
      </div>
      {problem === null ? null : <ErrorNote error={problem} />}
    </div>
  );
}

function Answers(props: ResumePaneProps) {
  const { connectionId, threadId, interrupts, next, starting, problem, onResume } = props;
  const questions = answerable(interrupts);
  const keyOf = (id: string): string => draftKey('answer', connectionId, threadId, id);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const textOf = (id: string): string => {
    const value = questions.find((one) => one.id === id)?.valueText ?? 'null';
    return typed.get(id) ?? readDraft(keyOf(id)) ?? readQuestion(value).startText;
  };
  const isReady = questions.every(({ id }) => answerProblem(textOf(id)) === null);
  const firstUnready = questions.find(({ id }) => answerProblem(textOf(id)) !== null);

  const send = async (ids: readonly string[]): Promise<void> => {
    if (starting) return;
    const chosen = questions.filter(({ id }) => ids.includes(id));
    if (chosen.some(({ id }) => answerProblem(textOf(id)) !== null)) return;
    try {
      await onResume(answersOf(chosen, textOf));
    } catch {
      // The problem is shown below; what was typed stays.
      return;
    }
    for (const { id } of chosen) writeDraft(keyOf(id), null);
  };
  const sendAll = (): void => void send(questions.map(({ id }) => id));

  return (
    <div className={styles.asked}>
      <div className={styles.list}>
        {questions.map((question) => (
          <div key={question.id} className={styles.one}>
            <InterruptCard
              interrupt={question}
              answerText={textOf(question.id)}
              onAnswer={(text) => {
                writeDraft(keyOf(question.id), text);
                setTyped((before) => new Map(before).set(question.id, text));
              }}
              onSubmit={sendAll}
            />
            {questions.length > 1 ? (
              <Button
                size="small"
                disabled={answerProblem(textOf(question.id)) !== null}
                busy={starting ? 'Resuming' : null}
                onClick={() => void send([question.id])}
              >
                Answer only this one
              </Button>
            ) : null}
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        {problem === null ? null : <ErrorNote error={problem} />}
        <div className={styles.actions}>
          <Button
            variant="primary"
            kbd="Mod+Enter"
            disabled={!isReady}
            title={firstUnready ? `The answer to ${firstUnready.nodeId} is not JSON yet` : undefined}
            busy={starting ? 'Resuming' : null}
            onClick={sendAll}
          >
            {questions.length > 1 ? `Resume with all ${questions.length}` : 'Resume'}
          </Button>
          {next.length > 0 ? (
            <span className={styles.words} title={next.join(', ')}>
              goes on in {next.join(', ')}
            </span>
          ) : null}
        </div>
      </div>
    </div>
  );
}
