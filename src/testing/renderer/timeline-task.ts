import type { TimelineTask } from '../../shared/thread-record/timeline-task.ts';

/** A finished task of the node `work`, which took all the time from its start to its end. */
export function timelineTask(executionId: string, more: Partial<TimelineTask> = {}): TimelineTask {
  const { startMs = 0, endMs = 10 } = more;
  return {
    executionId,
    taskId: executionId,
    nodeId: more.label ?? 'work',
    label: 'work',
    depth: 0,
    parentId: null,
    callerId: null,
    step: 1,
    readyMs: 0,
    startMs,
    endMs,
    spans: [{ run: 0, startMs, endMs, isBound: false }],
    waits: [],
    status: 'finished',
    time:
      endMs === null ? null : { ms: endMs - startMs, sumMs: endMs - startMs, bound: 'exact', isSeen: false },
    attempts: null,
    container: false,
    error: null,
    abortedBy: null,
    tokens: null,
    siblings: { id: executionId, count: 1, visit: 1, visits: 1 },
    ...more,
  };
}
