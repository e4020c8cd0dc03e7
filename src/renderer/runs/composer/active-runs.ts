import type { Run, RunStatus } from '../../../shared/model/runs/run.ts';
import { externalAnswer } from '../../run-state/answer-guard.ts';
import { create } from 'zustand';

/** A run that the server works on or will. */
export interface ActiveRun {
  /** `null`: a run without a thread. */
  readonly threadId: string | null;
  readonly runId: string;
  readonly status: RunStatus;
  /** When it was made; when it is to start, for one that waits for its time. */
  readonly createdAt: string | null;
  /** What another window or program answered with it. */
  readonly answered?: string | null;
}

/** The runs that hold a thread, oldest first; the shown one too, also before the server lists it. */
export function activeRuns(
  runs: readonly Run[],
  shown: { readonly threadId: string | null; readonly runId: string } | null,
  running: boolean,
): readonly ActiveRun[] {
  const listed = runs.filter(
    ({ runId, status }) =>
      (status === 'pending' || status === 'running') && (running || runId !== shown?.runId),
  );
  const isListed = listed.some(({ runId }) => runId === shown?.runId);
  const unlisted =
    running && shown !== null && !isListed ? [{ ...shown, status: 'running', createdAt: null } as const] : [];
  const told = listed.map((run) => ({ ...run, answered: externalAnswer(run) }));
  return [...unlisted, ...told].toReversed();
}

/** Since when a run is there, or when it is to start. */
export function sinceLabel({ createdAt, status }: ActiveRun, now = Date.now()): string {
  const at = createdAt === null ? NaN : Date.parse(createdAt);
  if (Number.isNaN(at)) return status;
  const time = new Date(at);
  const isToday = time.toDateString() === new Date(now).toDateString();
  const words = isToday ? time.toLocaleTimeString() : time.toLocaleString();
  return at > now + 1000 ? `${status}, starts at ${words}` : `${status} since ${words}`;
}

/**
 * Runs that their servers were asked to stop, and did not, while this window was open: one that is left for another
 * thread still has its ways on when somebody comes back.
 */
export const useFailedCancels = create<{
  readonly runIds: ReadonlySet<string>;
  readonly note: (runId: string, refused: boolean) => void;
}>((set) => ({
  runIds: new Set(),
  note: (runId, refused) =>
    set(({ runIds }) => {
      const next = new Set(runIds);
      if (refused) next.add(runId);
      else next.delete(runId);
      return { runIds: next };
    }),
}));
