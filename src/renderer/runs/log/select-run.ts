import type { Run, RunStatus } from '../../../shared/model/runs/run.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import type { RunLogSnapshot } from './run-log-store.ts';

/** A run that a person chose, or that was just started, with its thread: on another thread it means nothing. */
export interface ChosenRun {
  /** `null`: a run without a thread. */
  readonly threadId: string | null;
  readonly runId: string;
  /** The thread beside which a run without one is shown, where there is one. */
  readonly beside?: string | null;
}

/**
 * The run to show: the chosen one of this thread, else its newest. One that was started here and has ended gives way to a
 * run that goes on from it, begun in the inbox, in another window or by somebody else.
 */
export function selectRun(
  threadId: string | null,
  runs: readonly Run[],
  chosen: ChosenRun | null,
  isStarted = false,
): string | null {
  const newest = runs[0]?.runId ?? null;
  if (chosen && (chosen.threadId ?? chosen.beside ?? null) === threadId) {
    return isStarted && isGoneOnFrom(chosen.runId, runs) ? newest : chosen.runId;
  }
  return threadId === null ? null : newest;
}

function isGoneOnFrom(runId: string, runs: readonly Run[]): boolean {
  const at = runs.findIndex((run) => run.runId === runId);
  const status = runs[at]?.status;
  if (at < 1 || status === undefined || underWay.includes(status)) return false;
  return runs.slice(0, at).every(({ origin: { kind } }) => kind === 'resume' || kind === 'continue');
}

const underWay: readonly RunStatus[] = ['pending', 'running'];

/** Whether a run goes on. What its events say wins over the list, which may be older; a new run is in no list yet. */
export function isRunning(run: Run | undefined, log: RunLogSnapshot | null, isNew: boolean): boolean {
  if (log?.end) return false;
  return run ? underWay.includes(run.status) : isNew;
}

/** Whether a run of the thread goes on: the shown one, or another one, begun elsewhere or earlier. */
export function isThreadBusy(runs: readonly Run[], shownId: string | null, running: boolean): boolean {
  return running || runs.some(({ runId, status }) => runId !== shownId && underWay.includes(status));
}

/** Why a thread does not go on by itself. */
export interface WaitingReason {
  readonly threadId: string;
  /** Interrupts to answer; none at a breakpoint, after a stop and after a failure. */
  readonly interrupts: ThreadState['interrupts'];
  /** Answered while others of the same step still wait. */
  readonly answered: ThreadState['interrupts'];
  readonly next: readonly string[];
  readonly failed: boolean;
}

/**
 * What a thread waits for, from its newest state; `null` while a run holds it, when there is nothing left to run, and
 * for a state that was read before the run ended.
 */
export function findWaitingReason(
  state: ThreadState | undefined,
  isCurrent: boolean,
  held: boolean,
): WaitingReason | null {
  if (!state || held || !isCurrent) return null;
  if (state.interrupts.length === 0 && state.next.length === 0) return null;
  // A thread that has its input and never ran is not waiting for anybody.
  if (state.source === 'input' && state.interrupts.length === 0) return null;
  return {
    threadId: state.threadId,
    interrupts: state.interrupts,
    answered: state.answered ?? [],
    next: state.next,
    failed: state.tasks.some((task) => task.error !== null),
  };
}
