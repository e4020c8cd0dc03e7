import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { interruptsOfCommand, type ResumeCommand } from '../shared-ui/resume-props.ts';
import type { InboxItem } from './inbox-items.ts';

// An interrupt that was chosen to be answered together with others.
export interface ChosenQuestion {
  readonly key: string;
  // The thread's name.
  readonly name: string;
  readonly interrupt: PendingInterrupt;
  readonly interrupts: readonly PendingInterrupt[];
  readonly row: InboxItem;
}

export interface BulkAnswer {
  readonly key: string;
  readonly valueText: string;
}

// The answers to one thread: they continue it with one run.
export interface ThreadAnswers {
  readonly key: string;
  readonly name: string;
  readonly row: InboxItem;
  readonly command: ResumeCommand;
  readonly answering: readonly PendingInterrupt[];
}

// How the answers to one thread went. `refused`: another client answered first, so nothing was sent.
// `unknown`: the run may have started.
export interface BulkResult {
  readonly key: string;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'answered' | 'refused' | 'unknown' | 'failed';
  readonly problem: unknown;
}

export function threadKeyOf({ server, thread }: InboxItem): string {
  return `${server.connectionId} ${thread.threadId}`;
}

// Answers by thread, in the order of the questions.
export function answersByThread(
  questions: readonly ChosenQuestion[],
  answers: readonly BulkAnswer[],
): ThreadAnswers[] {
  const threads = new Map<string, ThreadAnswers>();
  for (const { key, valueText } of answers) {
    const question = questions.find((one) => one.key === key);
    if (!question) continue;
    const { name, row, interrupt, interrupts } = question;
    const threadKey = threadKeyOf(row);
    const before = threads.get(threadKey)?.command.answers ?? [];
    const command = {
      answers: [...before, { interruptId: interrupt.id, valueText }],
      goto: [],
      updateText: null,
    };
    const answering = interruptsOfCommand(command, interrupts);
    threads.set(threadKey, { key: threadKey, name, row, command, answering });
  }
  return [...threads.values()];
}

// The chosen rows that are still listed, with what their threads ask.
export function chosenQuestions(
  rows: readonly InboxItem[],
  chosen: ReadonlySet<string>,
  interruptsOf: (row: InboxItem) => readonly PendingInterrupt[],
): ChosenQuestion[] {
  return rows.flatMap((row) =>
    row.interrupt !== null && chosen.has(row.key)
      ? [
          {
            key: row.key,
            name: row.name,
            interrupt: row.interrupt,
            interrupts: interruptsOf(row),
            row,
          },
        ]
      : [],
  );
}

// The keys of the questions between two rows, inclusive, in either direction.
export function questionsBetween(rows: readonly InboxItem[], from: string | null, to: string): string[] {
  const keys = rows.map(({ key }) => key);
  const end = keys.indexOf(to);
  const start = from === null || !keys.includes(from) ? end : keys.indexOf(from);
  return rows
    .slice(Math.min(start, end), Math.max(start, end) + 1)
    .filter(({ interrupt }) => interrupt !== null)
    .map(({ key }) => key);
}
