import type { Run } from '../../../shared/model/runs/run.ts';
import { durationText } from '../../ui/display/format.ts';
import type { RunLogSnapshot } from './run-log-store.ts';

/** The elapsed time of a run. `server`: since its creation, by the server's clock; `here`: since its first event. */
export interface RunDuration {
  readonly ms: number;
  readonly by: 'server' | 'here';
}

/**
 * The duration of a run. Finished: the server's, or the locally measured one until that is known. Active: since its
 * first event, or since its creation for a run that was joined later, if known. `now`: `performance.now()` while the
 * run is active, else `null`.
 */
export function runDuration(
  run: Pick<Run, 'durationMs'> | undefined,
  log: Pick<RunLogSnapshot, 'frames' | 'model' | 'end' | 'touchedAt' | 'ageAtFirstFrameMs'>,
  now: number | null,
): RunDuration | null {
  if (now === null && run?.durationMs != null) return { ms: run.durationMs, by: 'server' };
  if (log.frames.length === 0) return null;
  const seenMs = log.model.lastMs() + (now === null ? 0 : Math.max(0, now - log.touchedAt));
  const isLost = log.end?.outcome === 'lost';
  if (log.ageAtFirstFrameMs === null || isLost) return { ms: seenMs, by: 'here' };
  return { ms: log.ageAtFirstFrameMs + seenMs, by: 'server' };
}

/** Formats a duration with its clock: `1.2 s on the server`. */
export function runDurationLabel({ ms, by }: RunDuration): string {
  return `${durationText(ms)} ${by === 'server' ? 'on the server' : 'measured here'}`;
}
