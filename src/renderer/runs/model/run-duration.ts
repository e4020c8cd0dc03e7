import type { Run } from '../../../shared/model/run.ts';
import type { RecordedTime } from '../../../shared/model/thread-record.ts';
import { boundedDurationText, boundedDurationWords } from '../../ui/display/format.ts';
import type { RunLogSnapshot } from './run-log-store.ts';

// The elapsed time of a run. `server`: since its creation, by the server's clock; `here`: since its first event. A run that has
// ended took at most the time from its creation to the last change of its record, as it may have waited for its turn.
export interface RunDuration {
  readonly ms: number;
  readonly by: 'server' | 'here';
  readonly bound: RecordedTime['bound'];
}

/** By the server's record of a run that has ended. */
export function recordedDuration(ms: number): RunDuration {
  return { ms, by: 'server', bound: 'atMost' };
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
  if (now === null && run?.durationMs != null) return recordedDuration(run.durationMs);
  if (log.frames.length === 0 || log.end?.outcome === 'lost') return null;
  const seenMs = log.model.lastMs() + (now === null ? 0 : Math.max(0, Math.round(now - log.touchedAt)));
  if (log.ageAtFirstFrameMs === null) return { ms: seenMs, by: 'here', bound: 'exact' };
  return { ms: log.ageAtFirstFrameMs + seenMs, by: 'server', bound: now === null ? 'atMost' : 'exact' };
}

/** Formats a duration with its bound and its clock: `at most 1.2 s on the server`. */
export function runDurationLabel({ ms, by, bound }: RunDuration): string {
  return `${boundedDurationWords(ms, bound)} ${by === 'server' ? 'on the server' : 'as seen here'}`;
}

/** The same for dense lists: `≤ 1.2 s`. */
export function shortRunDuration({ ms, bound }: RunDuration): string {
  return boundedDurationText(ms, bound);
}
