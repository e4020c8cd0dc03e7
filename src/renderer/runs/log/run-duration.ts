import type { Run } from '../../../shared/model/runs/run.ts';
import { durationText } from '../../ui/display/format.ts';
import type { RunLogSnapshot } from './run-log-store.ts';

/** How long a run took, or has taken. `server`: since its creation, by the server's clock; `here`: since its first event. */
export interface RunDuration {
  readonly ms: number;
  readonly by: 'server' | 'here';
}

/**
 * The one duration of a run. Over: the server's, and until that is known what was seen here. Under way: since its first event,
 * or for a run that was joined later since its creation, where the server tells that. `now`: `performance.now()` while it
 * goes on, `null` when it is over.
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

/** A duration with its name: `1.2 s on the server`. */
export function runDurationLabel({ ms, by }: RunDuration): string {
  return `${durationText(ms)} ${by === 'server' ? 'on the server' : 'as seen here'}`;
}
