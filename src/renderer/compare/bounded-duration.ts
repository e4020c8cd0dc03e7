import type { ExecutionRef } from '../../shared/model/comparison.ts';
import { boundedDurationText } from '../ui/display/format.ts';

/** A time with the sign of its bound: `≤ 1.2 s`; `null` if it is unknown. */
export function boundedDuration({
  durationMs,
  durationBound,
}: Pick<ExecutionRef, 'durationMs' | 'durationBound'>): string | null {
  return durationMs === null ? null : boundedDurationText(durationMs, durationBound ?? 'exact');
}
