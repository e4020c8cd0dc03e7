import { AppError } from '../../shared/app-error.ts';
import type { Run } from '../../shared/model/run.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';

const maxRuns = 50;
const storageKey = 'runs-started-here';

export function rememberStartedRun(runId: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...startedRuns(), runId].slice(-maxRuns)));
  } catch {
    // Without storage, the window only knows less about who started what.
  }
}

// Only the most recent runs are known.
export function isStartedByThisWindow(runId: string): boolean {
  return startedRuns().includes(runId);
}

function startedRuns(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

const maxQuoted = 3;

/**
 * What another window or program answered with this run: `approve`; `null` for runs of this window and runs
 * without answers.
 */
export function externalAnswer({ runId, answers, byStudio }: Run): string | null {
  if (answers === undefined || answers.length === 0 || isStartedByThisWindow(runId)) return null;
  const quotedAnswers = answers.slice(0, maxQuoted).map(({ valueText }) => textOfAnswer(valueText));
  const unquotedCount = answers.length - quotedAnswers.length;
  const all = `${quotedAnswers.join(', ')}${unquotedCount > 0 ? ` and ${unquotedCount} more` : ''}`;
  return `${byStudio ? 'Answered in another window' : 'Another client answered'}: ${all}`;
}

/** Follows what another client answered, where an answer of this window was refused for it. */
export const notSent = 'Your answer was not sent.';

/** An answer that was not sent because its interrupt is no longer pending. */
export class AnswerRefusedError extends AppError {
  /** The run that answered the interrupt first; `null` if unknown. */
  readonly winnerId: string | null;

  constructor(winner: Run | null) {
    const answerText = winner === null ? null : externalAnswer(winner);
    super('conflict', `${answerText ?? 'This question is no longer open'}.`, { hint: notSent });
    this.winnerId = winner?.runId ?? null;
  }
}

/** Whether a start failed because this run answered first. */
export function isRefusedFor(problem: unknown, { runId }: Pick<Run, 'runId'>): boolean {
  return problem instanceof AnswerRefusedError && problem.winnerId === runId;
}

// Rejects an answer to an interrupt that is no longer pending, with an error that says who answered what; the
// server would drop it, or apply it to the next interrupt. Rejects if the questions can't be read: an answer is
// never sent to a question that nobody has seen.
export async function assertStillPending(
  rpc: StudioRpc,
  threadRef: { readonly connectionId: string; readonly threadId: string },
  answering: readonly PendingInterrupt[],
): Promise<void> {
  const [runs, { interrupts }] = await Promise.all([
    // Only needed to say who answered.
    rpc.call('runs.list', threadRef).catch(() => []),
    rpc.call('inbox.thread', threadRef),
  ]);
  const winner = runs.find((run) => externalAnswer(run) !== null);
  const isAnswering = winner?.status === 'running' || winner?.status === 'pending';
  const waits = answering.every((question) => interrupts.some((one) => isSameQuestion(one, question)));
  if (waits && !isAnswering) return;
  // The newest run with answers, unless this window started it.
  const isNewest = winner !== undefined && runs.find(({ answers }) => answers !== undefined) === winner;
  throw new AnswerRefusedError(isNewest ? winner : null);
}

// A task asks again under the same interrupt id, and maybe with the same value: then the answer fits.
function isSameQuestion(one: PendingInterrupt, other: PendingInterrupt): boolean {
  return (
    one.taskId === other.taskId &&
    one.index === other.index &&
    one.id === other.id &&
    one.valueText === other.valueText
  );
}

function textOfAnswer(valueText: string): string {
  if (!valueText.startsWith('"')) return valueText;
  try {
    return String(JSON.parse(valueText));
  } catch {
    // It was truncated.
    return valueText;
  }
}
