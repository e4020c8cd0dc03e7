import type { TimelineRow } from '../model/timeline.ts';

/** The rows that do not lie inside of a folded one. `rows`: each followed by those inside of it. */
export function visibleTimelineRows(rows: readonly TimelineRow[], folded: ReadonlySet<string>): readonly TimelineRow[] {
  if (folded.size === 0) return rows;
  let hiddenBelow = Number.POSITIVE_INFINITY;
  return rows.filter(({ taskId, depth }) => {
    if (depth > hiddenBelow) return false;
    hiddenBelow = folded.has(taskId) ? depth : Number.POSITIVE_INFINITY;
    return true;
  });
}
