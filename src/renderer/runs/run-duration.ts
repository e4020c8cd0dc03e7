import type { Run } from '../../shared/model/run.ts';
import { durationText } from '../ui/time-ago.ts';
import type { RunLogPicture } from './run-log-store.ts';

/** How long a run took. `server`: from its creation to its end, by the server's clock; `here`: from its first event to its last. */
export interface RunDuration {
  readonly ms: number;
  readonly by: 'server' | 'here';
}

/** The one duration of a run that is over: the server's, and what was seen here until that is known. */
export function durationOfRun(
  run: Pick<Run, 'durationMs'> | undefined,
  log: Pick<RunLogPicture, 'frames' | 'model'>,
): RunDuration | null {
  if (run?.durationMs != null) return { ms: run.durationMs, by: 'server' };
  return log.frames.length === 0 ? null : { ms: log.model.lastMs(), by: 'here' };
}

/** A duration with its name: `1.2 s on the server`. */
export function durationWords({ ms, by }: RunDuration): string {
  return `${durationText(ms)} ${by === 'server' ? 'on the server' : 'as seen here'}`;
}
