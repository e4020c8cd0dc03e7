import { useMemo } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { IdenticalInterruptsCard } from './IdenticalInterruptsCard.tsx';
import { identicalInterrupts } from './identical-interrupts.ts';
import { answerableInterrupts, type AnswerableInterrupt } from './group-interrupts.ts';
import { interruptSummaries } from './interrupt-summary.ts';
import { useAnswerLock } from './use-answer-lock.ts';
import styles from './Interrupts.module.css';

export interface BulkQuestion {
  readonly key: string;
  readonly name: string;
  readonly interrupt: PendingInterrupt;
  readonly interrupts: readonly PendingInterrupt[];
}

export interface BulkAnswersProps {
  readonly questions: readonly BulkQuestion[];
  readonly isSending: boolean;
  readonly onSend: (answers: readonly { readonly key: string; readonly valueText: string }[]) => void;
}

/** Questions of several threads, grouped by those that can be answered alike; the others are named. */
export function BulkAnswers({ questions, isSending, onSend }: BulkAnswersProps) {
  const { groups, others } = useMemo(() => groupQuestions(questions), [questions]);
  const { isLocked } = useAnswerLock(questions.map(({ key }) => key).join(' '));
  const refused = useUnavailable(null, 'runs.start');
  const names = new Map(questions.map(({ key, name }) => [key, name]));
  return (
    <div className={styles.bulk}>
      {groups.map((group) => (
        <IdenticalInterruptsCard
          key={group.interrupts[0]?.id}
          group={group}
          names={group.interrupts.map(({ id }) => names.get(id) ?? '')}
          isLocked={isLocked || isSending}
          blocked={refused}
          onAnswer={(answers) =>
            onSend(answers.map(({ interruptId, valueText }) => ({ key: interruptId, valueText })))
          }
        />
      ))}
      {others.length === 0 ? null : (
        <section className={styles.others} aria-label="To answer one by one">
          <p className={styles.quiet}>
            {others.length === 1
              ? 'This question is unlike the others, needs a written answer, or differs in more than can be shown.'
              : 'Each of these questions is unlike the others, needs a written answer, or differs in more than can be shown.'}{' '}
            Answer one by one.
          </p>
          <ul>
            {others.map(({ key, name, line }) => (
              <li key={key}>
                <b>{name}</b> {line}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

// Questions under their keys instead of their IDs, because two threads may use one ID.
function groupQuestions(questions: readonly BulkQuestion[]) {
  const answerable = questions.flatMap((question): AnswerableInterrupt[] => {
    const interrupt = answerableInterrupts(question.interrupts).find(
      ({ id, isPlain }) => isPlain || id === question.interrupt.id,
    );
    // Interrupts under one ID get one answer, which would be for others, too.
    if (interrupt === undefined || interrupt.group.size > 1) return [];
    return [{ ...interrupt, id: question.key }];
  });
  const groups = identicalInterrupts(answerable);
  const grouped = new Set(groups.flatMap(({ interrupts }) => interrupts.map(({ id }) => id)));
  const others = questions.flatMap(({ key, name, interrupt }) =>
    grouped.has(key) ? [] : [{ key, name, line: interruptSummaries([interrupt])[0] ?? '' }],
  );
  return { groups, others };
}
