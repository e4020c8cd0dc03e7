import { isActive } from '../../../shared/model/is-active.ts';
import type { Run, RunStatus } from '../../../shared/model/run.ts';
import { externalAnswer, notSent } from '../../run-state/answer-guard.ts';

export interface ActiveRun {
  readonly threadId: string | null;
  readonly runId: string;
  readonly status: RunStatus;
  /** When the run was created, or its start time if it is scheduled. */
  readonly createdAt: string | null;
  readonly answered?: string | null;
}

/**
 * The active runs of a thread, oldest first. Includes the shown run before the server lists it. `refusedFor`:
 * the run for which an answer of this window was refused.
 */
export function activeRuns(
  runs: readonly Run[],
  shown: { readonly threadId: string | null; readonly runId: string } | null,
  running: boolean,
  refusedFor: string | null = null,
): readonly ActiveRun[] {
  const listed = runs.filter(({ runId, status }) => isActive(status) && (running || runId !== shown?.runId));
  const isListed = listed.some(({ runId }) => runId === shown?.runId);
  const unlisted =
    running && shown !== null && !isListed ? [{ ...shown, status: 'running', createdAt: null } as const] : [];
  const described = listed.map((run) => {
    const answered = externalAnswer(run);
    return { ...run, answered: run.runId === refusedFor ? `${answered ?? ''}. ${notSent}` : answered };
  });
  return [...unlisted, ...described].toReversed();
}

export function sinceLabel({ createdAt, status }: ActiveRun, now = Date.now()): string {
  const createdMs = createdAt === null ? NaN : Date.parse(createdAt);
  if (Number.isNaN(createdMs)) return status;
  const time = new Date(createdMs);
  const isToday = time.toDateString() === new Date(now).toDateString();
  const timeText = isToday ? time.toLocaleTimeString() : time.toLocaleString();
  return createdMs > now + 1000 ? `${status}, starts at ${timeText}` : `${status} since ${timeText}`;
}
