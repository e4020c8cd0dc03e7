import type { Execution, ThreadRecord } from '../../../shared/model/threads/thread-record.ts';
import type { Run } from '../../../shared/model/runs/run.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import type { NodeUpdate } from '../model/node-updates.ts';
import { emptyRecord, withFollowedRun } from '../timeline/followed-run.ts';

/**
 * What the events of a run alone tell, for one without a thread, and for a thread whose record can't be read. `nodeId`: the
 * node whose updates count where the run streamed no tasks.
 */
export function recordOfEvents(
  runId: string,
  log: RunLogSnapshot,
  run: Run | undefined,
  nodeId: string,
): ThreadRecord {
  const createdAt = Date.parse(run?.createdAt ?? '');
  const record = withFollowedRun(emptyRecord, {
    runId,
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    firstFrameMs: log.firstFrameMs,
    origin: run?.origin ?? null,
    end: log.end,
    lastMs: log.model.lastMs(),
    rows: log.model.timeline.rows(),
  });
  if (record.executions.length > 0) return record;
  return {
    ...record,
    executions: log.model.nodeUpdates.of(nodeId).map((update) => executionOf(update, nodeId, runId)),
  };
}

function executionOf(update: NodeUpdate, nodeId: string, runId: string): Execution {
  return {
    executionId: updateId(update),
    nodeId,
    name: nodeId.slice(nodeId.lastIndexOf(':') + 1),
    taskId: updateId(update),
    namespace: '',
    parentId: null,
    innerNamespace: null,
    before: null,
    made: null,
    step: null,
    status: 'finished',
    spans: [{ runId, startedAt: null, endedAt: null, attempts: null }],
    error: null,
    abortedBy: null,
    tokens: null,
    models: [],
    from: [],
    isSent: false,
    hasResult: true,
  };
}

/** The update by which an execution is known; `null` for a task. */
export function updateOf({ model }: RunLogSnapshot, { nodeId, executionId }: Execution): NodeUpdate | null {
  return model.nodeUpdates.of(nodeId).find((update) => updateId(update) === executionId) ?? null;
}

function updateId({ seq }: NodeUpdate): string {
  return `update ${seq}`;
}
