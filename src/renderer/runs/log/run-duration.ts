import type { Run } from '../../../shared/model/runs/run.ts';
import { durationText } from '../../ui/display/format.ts';
import type { RunLogSnapshot } from './run-log-store.ts';

/** The elapsed time of a run. `server`: since its creation, by the server's clock; `here`: since its first event. */
export interface RunDuration {
  readonly ms: number;
  readonly by: 'server' | 'here';
}

/**
 * The duration of a run. Finished: the server's, or the locally measured one until that is known. Active:
 * since its first event, or since its creation for a run that was joined later, if known. `null` where nobody
 * knows when it ended. `now`: `performance.now()` while the run is active, else `null`.
 */
export function runDuration(
  run: Pick<Run, 'durationMs'> | undefined,
  log: Pick<RunLogSnapshot, 'frames' | 'model' | 'end' | 'touchedAt' | 'ageAtFirstFrameMs'>,
  now: number | null,
): RunDuration | null {
  if (now === null && run?.durationMs != null) return { ms: run.durationMs, by: 'server' };
  if (log.frames.length === 0 || log.end?.outcome === 'lost') return null;
  const seenMs = log.model.lastMs() + (now === null ? 0 : Math.max(0, Math.round(now - log.touchedAt)));
  if (log.ageAtFirstFrameMs === null) return { ms: seenMs, by: 'here' };
  return { ms: log.ageAtFirstFrameMs + seenMs, by: 'server' };
}

/** Formats a duration with its clock: `1.2 s on the server`. */
export function runDurationLabel({ ms, by }: RunDuration): string {
  return `${durationText(ms)} ${by === 'server' ? 'on the server' : 'measured here'}`;
}
