import type { Wait } from '../../../shared/thread-record/timeline-axis.ts';
import { isInView, type AxisView } from './axis-view.ts';

/** The space beside a task's bars: from its end or to its start, up to a wait; `null`: up to the end of the axis. */
export interface LabelSpace {
  readonly side: 'before' | 'after';
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Where there is more space in the displayed span; `null` while it runs and out of sight. `startMs`: its first bar. */
export function labelSpace(
  endMs: number | null,
  startMs: number,
  axisView: AxisView,
  waits: readonly Wait[],
): LabelSpace | null {
  if (endMs === null || !isInView(axisView, startMs, endMs)) return null;
  const nextMs = waits.find(({ toMs }) => toMs > endMs)?.fromMs ?? null;
  const beforeMs = waits.findLast(({ fromMs }) => fromMs < startMs)?.toMs ?? null;
  const after = Math.min(axisView.toMs, nextMs ?? axisView.toMs) - endMs;
  const before = startMs - Math.max(axisView.fromMs, beforeMs ?? axisView.fromMs);
  return after >= before
    ? { side: 'after', fromMs: endMs, toMs: nextMs }
    : { side: 'before', fromMs: beforeMs, toMs: startMs };
}
