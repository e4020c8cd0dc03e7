import { useMemo, useRef, type ReactNode } from 'react';
import { toolsRunAgain } from '../../shared/tools-run-again.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { writeDraft } from '../storage/drafts.ts';
import { interruptKeys } from '../shared-ui/interrupt-keys.ts';
import { AnswerButton } from './DecisionButtons.tsx';
import { buildAnswer } from './answer-draft.ts';
import { decisionOptions, type DecisionOption } from './decision-options.ts';
import { answerableInterrupts, type AnswerableInterrupt } from './group-interrupts.ts';
import { interruptSummaries } from './interrupt-summary.ts';
import { answerDraftKey, useAnswerDraft } from './use-answer-draft.ts';
import { useAnswerLock } from './use-answer-lock.ts';
import styles from './QuickAnswer.module.css';

export interface QuickAnswers {
  readonly lines: readonly string[];
  /** The line of a question, and its answers. */
  readonly render: (index: number) => ReactNode;
}

export interface QuickAnswersProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly interrupts: readonly PendingInterrupt[];
  /** Answers can't be sent from here: there is only their form. */
  readonly isFormOnly: boolean;
  readonly isStarting: boolean;
  /** Resolves when the server has accepted the answer. `interruptId: null`: the only one, which has no ID. */
  readonly onAnswer: (interruptId: string | null, valueText: string) => Promise<unknown>;
  /** Shows the form of a question; `null` if it can't be answered. */
  readonly onOpen: ((interrupt: PendingInterrupt) => void) | null;
}

/** The questions of a thread in short, each with the answers that take one click, for rows of a list. */
export function useQuickAnswers(props: QuickAnswersProps): QuickAnswers {
  const { connectionId, threadId, interrupts, isFormOnly, isStarting, onAnswer, onOpen } = props;
  const lines = useMemo(() => interruptSummaries(interrupts), [interrupts]);
  const answerable = useMemo(() => answerableInterrupts(interrupts), [interrupts]);
  const questionsKey = useMemo(
    () => `${threadId} ${interruptKeys(answerable).join(' ')}`,
    [threadId, answerable],
  );
  const { isLocked, lock } = useAnswerLock(questionsKey);
  const refused = useUnavailable(connectionId, 'runs.start');
  // Set before the next render, which a second click doesn't wait for.
  const isSending = useRef(false);
  const send = async (interrupt: AnswerableInterrupt, valueText: string): Promise<void> => {
    if (isSending.current || isLocked || isStarting || refused !== null) return;
    isSending.current = true;
    try {
      await onAnswer(interrupt.isPlain ? null : interrupt.id, valueText);
      lock();
      writeDraft(answerDraftKey(connectionId, threadId, interrupt.answerKey), null);
    } catch {
      // The dock shows why.
    } finally {
      isSending.current = false;
    }
  };
  const render = (index: number): ReactNode => {
    const interrupt = interrupts[index];
    const question = answerable.find(({ position }) => position === index);
    if (interrupt === undefined) return null;
    const form = onOpen === null ? null : () => onOpen(interrupt);
    return (
      <span className={styles.question}>
        <span className={styles.text} title={lines[index]}>
          {lines[index]}
        </span>
        {form === null ? null : question === undefined || isFormOnly || needsForm(question) ? (
          <span className={styles.answers}>
            <FormButton nodeId={interrupt.nodeId} onOpen={form} />
          </span>
        ) : (
          <QuickAnswer
            connectionId={connectionId}
            threadId={threadId}
            interrupt={question}
            isLocked={isLocked || isStarting}
            refused={refused}
            onSend={(valueText) => void send(question, valueText)}
            onOpen={form}
          />
        )}
      </span>
    );
  };
  return { lines, render };
}

// What has to be read first: one answer for several questions, or tools that run again.
function needsForm(interrupt: AnswerableInterrupt): boolean {
  return interrupt.group.size > 1 || interrupt.perhapsAnswered === true || toolsRunAgain(interrupt) !== null;
}

interface QuickAnswerProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly interrupt: AnswerableInterrupt;
  readonly isLocked: boolean;
  readonly refused: string | null;
  readonly onSend: (valueText: string) => void;
  readonly onOpen: () => void;
}

// More are in the form.
const maxOptions = 2;

const ignoreAnswer = (): void => undefined;

function QuickAnswer(props: QuickAnswerProps) {
  const { connectionId, threadId, interrupt, isLocked, refused, onSend, onOpen } = props;
  const { question, answer } = useAnswerDraft({ connectionId, threadId }, interrupt, ignoreAnswer);
  const options = decisionOptions(question)
    .filter(({ isComplete }) => isComplete)
    .slice(0, maxOptions);
  const blocked =
    refused ?? (answer.isInProgress ? 'Send or discard the answer that you have written first.' : null);
  const textOf = (option: DecisionOption): string => buildAnswer(question, option.draft).text;
  return (
    <span className={styles.answers} role="group" aria-label={`Answer to ${interrupt.nodeId}`}>
      {options.map((option, index) => (
        <AnswerButton
          key={option.label}
          variant={index === 0 ? 'primary' : 'plain'}
          icon={null}
          isLocked={isLocked}
          blocked={blocked}
          onAnswer={() => onSend(textOf(option))}
        >
          {option.label}
        </AnswerButton>
      ))}
      <FormButton nodeId={interrupt.nodeId} onOpen={onOpen} />
    </span>
  );
}

function FormButton({ nodeId, onOpen }: { readonly nodeId: string; readonly onOpen: () => void }) {
  return (
    <AnswerButton
      variant="plain"
      icon={null}
      label={`Answer ${nodeId} in a form`}
      isLocked={false}
      blocked={null}
      onAnswer={onOpen}
    >
      Answer…
    </AnswerButton>
  );
}
