import type { NodeActivity } from '../../../src/renderer/shared-ui/node-activity.ts';
import {
  ThreadRecordChange,
  type Execution,
  type ThreadRecord,
} from '../../../src/shared/model/thread-record.ts';
import { applyChange } from '../../../src/shared/thread-record/apply-change.ts';
import { nodeStatuses } from '../../../src/shared/thread-record/node-statuses.ts';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  threadRecord,
} from '../../../src/testing/thread-records.ts';
import { toActivities } from '../../../src/renderer/runs/model/NodeStatusUpdater.tsx';

/** A long thread on which a run works, whose changes come in as text. */
export interface LiveRecord {
  /** The changes, in order: a node starts, and then finishes. */
  readonly changes: readonly string[];
  /** What the window does with a change, up to the statuses of the canvas. */
  receive(change: string): ReadonlyMap<string, NodeActivity>;
}

const finished = 10_000;

export function createLiveRecord(nodeIds: readonly string[], count: number): LiveRecord {
  const idOf = (index: number): string => `checkpoint-${index}`;
  const before = threadRecord({
    headId: idOf(finished),
    checkpoints: Array.from({ length: finished + 1 }, (_, index) =>
      recordedCheckpoint(idOf(index), index === 0 ? null : idOf(index - 1)),
    ),
    executions: Array.from({ length: finished }, (_, index) =>
      recordedExecution(nodeIds[index % nodeIds.length] ?? '', idOf(index), idOf(index + 1)),
    ),
    runs: [recordedRun('r1'), recordedRun('live', { status: 'running', ending: null })],
  });
  let record: ThreadRecord | null = before;
  return {
    changes: Array.from({ length: count }, (_, index) => changeOf(before, nodeIds, index)),
    receive(text) {
      record = applyChange(record, ThreadRecordChange.parse(JSON.parse(text)));
      return toActivities((record && nodeStatuses(record, { kind: 'head' })) ?? new Map());
    },
  };
}

function changeOf(before: ThreadRecord, nodeIds: readonly string[], index: number): string {
  const isStart = index % 2 === 0;
  const step = Math.floor(index / 2);
  const startMs = 1000 * step;
  const time = (ms: number) => ({ ms, bound: 'exact', source: 'server' }) as const;
  const execution: Execution = {
    ...recordedExecution(nodeIds[step % nodeIds.length] ?? '', null, null),
    executionId: `live-${step}`,
    taskId: `live-${step}`,
    status: isStart ? 'running' : 'finished',
    spans: [
      {
        runId: 'live',
        startedAt: time(startMs),
        endedAt: isStart ? null : time(startMs + 500),
        attempts: null,
      },
    ],
  };
  const change: ThreadRecordChange = {
    kind: 'change',
    headId: before.headId,
    checkpoints: [[0, before.checkpoints.length]],
    executions: [[0, before.executions.length + step], execution],
    questions: [],
    runs: [[0, before.runs.length]],
    gaps: before.gaps,
    copies: before.copies,
  };
  return JSON.stringify(change);
}
