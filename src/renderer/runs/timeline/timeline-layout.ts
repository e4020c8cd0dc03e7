import type { TimelineRow } from '../model/timeline.ts';

/** The rows that do not lie inside of a folded one. `rows`: each followed by those inside of it. */
export function visibleTimelineRows(
  rows: readonly TimelineRow[],
  folded: ReadonlySet<string>,
): readonly TimelineRow[] {
  if (folded.size === 0) return rows;
  let hiddenBelow = Number.POSITIVE_INFINITY;
  return rows.filter(({ taskId, depth }) => {
    if (depth > hiddenBelow) return false;
    hiddenBelow = folded.has(taskId) ? depth : Number.POSITIVE_INFINITY;
    return true;
  });
}

/** Times of an axis, in milliseconds: round ones, `most` at most, the first one after 0. */
export function axisTimes(wholeMs: number, most: number): number[] {
  const step = roundStep(wholeMs / Math.max(1, most));
  const count = Math.floor(wholeMs / step);
  return Array.from({ length: count }, (_, at) => (at + 1) * step);
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}

/** A time on the axis: `200 ms`, `1.5 s`, `40 s`, `2 min`. */
export function axisText(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 120_000) return `${Number((ms / 1000).toFixed(2))} s`;
  return `${Number((ms / 60_000).toFixed(1))} min`;
}
