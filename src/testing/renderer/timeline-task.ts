import type { TimelineRow } from '../../shared/run-events/timeline/timeline-row.ts';

/** A finished task of the node `work`. */
export function timelineTask(taskId: string, more: Partial<TimelineRow> = {}): TimelineRow {
  return {
    taskId,
    nodeId: more.label ?? 'work',
    label: 'work',
    depth: 0,
    parentId: null,
    superstep: 1,
    readyMs: 0,
    startMs: 0,
    endMs: 10,
    status: 'finished',
    attempts: 1,
    earlierAttempts: [],
    container: false,
    error: null,
    written: null,
    calls: null,
    startSeq: null,
    resultSeq: null,
    siblings: { id: taskId, count: 1, visit: 1, loop: { id: 'work', visits: 1 } },
    ...more,
  };
}
