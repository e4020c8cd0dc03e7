import { isActive } from '../../../shared/model/is-active.ts';
import type { Run, RunOrigin } from '../../../shared/model/run.ts';
import type { RunEnding } from '../../../shared/model/thread-record.ts';
import type { ThreadState } from '../../../shared/model/thread.ts';
import { questionKey, type ThreadSummary } from '../../../shared/thread-record/thread-summary.ts';
import type { RunLogSnapshot } from './run-log-store.ts';

/** A run that was picked or just started. Ignored on other threads. */
export interface ChosenRun {
  readonly threadId: string | null;
  readonly runId: string;
  /** The thread next to which a stateless run is displayed. */
  readonly beside?: string | null;
  readonly isStarted?: boolean;
  readonly origin?: RunOrigin;
  /** The server has listed it. */
  readonly isListed?: boolean;
}

// By how much the server's clock may go before ours.
const maxClockSkewMs = 60_000;

/**
 * The run to display: the chosen one of this thread, else the newest. A run that was started here and has
 * ended is replaced by a newer one, whoever started it: a picked run stays. One that the server has listed and lists no more was
 * rolled back or deleted.
 */
export function selectRun(
  threadId: string | null,
  runs: readonly Run[],
  chosen: ChosenRun | null,
): string | null {
  const newest = runs[0]?.runId ?? null;
  const isGone = chosen?.isListed === true && runs.every(({ runId }) => runId !== chosen.runId);
  if (chosen && !isGone && (chosen.threadId ?? chosen.beside ?? null) === threadId) {
    return (chosen.isStarted === true ? newerRun(chosen.runId, runs) : null) ?? chosen.runId;
  }
  return threadId === null ? null : newest;
}

// The run that replaces one that has ended. A run that starts later, or was cancelled before its time, does
// not: servers list it with the time at which it was to start.
function newerRun(runId: string, runs: readonly Run[]): string | null {
  const index = runs.findIndex((run) => run.runId === runId);
  const status = runs[index]?.status;
  if (index < 1 || status === undefined || isActive(status)) return null;
  const now = Date.now() + maxClockSkewMs;
  const newer = runs
    .slice(0, index)
    .find((run) => run.status !== 'pending' && (run.createdAt === null || Date.parse(run.createdAt) < now));
  return newer?.runId ?? null;
}

/** Whether a run is active. Its events override the list, which may be older and doesn't include a new run yet. */
export function isRunning(run: Run | undefined, log: RunLogSnapshot | null, isNew: boolean): boolean {
  if (log?.end) return false;
  return run ? isActive(run.status) : isNew;
}

export function isThreadBusy(runs: readonly Run[], shownId: string | null, running: boolean): boolean {
  return running || runs.some(({ runId, status }) => runId !== shownId && isActive(status));
}

export interface WaitingReason {
  readonly threadId: string;
  readonly interrupts: ThreadState['interrupts'];
  readonly answered: ThreadState['interrupts'];
  readonly discarded: ThreadState['interrupts'];
  readonly next: readonly string[];
  readonly failed: boolean;
  /** How the run ended that stopped there; `null` if the thread was edited since, and if it is unknown. */
  readonly ending: RunEnding | null;
}

/**
 * Why a thread waits, from its newest state and its record; `null` while a run is active, if nothing is left to run, and for
 * a state that was read before the run ended.
 */
export function findWaitingReason(
  state: ThreadState | undefined,
  { summary, ending }: { readonly summary: ThreadSummary | null; readonly ending: RunEnding | null },
  isCurrent: boolean,
  isBusy: boolean,
): WaitingReason | null {
  if (!state || isBusy || !isCurrent) return null;
  const { interrupts, discarded } = questionsNow(state, summary);
  if (interrupts.length === 0 && state.next.length === 0) return null;
  // A thread with input that never ran is not waiting.
  if (state.source === 'input' && interrupts.length === 0) return null;
  return {
    threadId: state.threadId,
    interrupts,
    ending,
    answered: state.answered ?? [],
    discarded,
    next: state.next,
    failed: ending?.kind === 'failed' || state.tasks.some((task) => task.error !== null),
  };
}

// The record may notice that a question is closed before the state is read again, or after it.
function questionsNow(
  { checkpointId, interrupts, discarded = [] }: ThreadState,
  summary: ThreadSummary | null,
): Pick<WaitingReason, 'interrupts' | 'discarded'> {
  if (summary === null || summary.head?.checkpointId !== checkpointId) return { interrupts, discarded };
  const open = interrupts.filter((interrupt) => !summary.closedQuestions.has(questionKey(interrupt)));
  if (open.length === interrupts.length) return { interrupts, discarded };
  const alsoDiscarded = interrupts.flatMap((interrupt) => {
    const nodeId = summary.discardedQuestions.get(questionKey(interrupt));
    return nodeId === undefined ? [] : [{ ...interrupt, nodeId }];
  });
  return { interrupts: open, discarded: [...discarded, ...alsoDiscarded] };
}
