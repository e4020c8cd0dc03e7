import type { Run } from '../../../shared/model/run.ts';
import type { Execution, ThreadRecord } from '../../../shared/model/thread-record.ts';
import { emptyRecord, mergeEvents } from '../../../shared/run-events/merge-events.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import type { NodeUpdate } from '../model/node-updates.ts';
import { eventsOf } from '../model/events-of.ts';

/** What the events of a run alone report, for one without a thread, and for a thread whose record can't be read. */
export function recordOfEvents(runId: string, log: RunLogSnapshot, run: Run | undefined): ThreadRecord {
  return mergeEvents(emptyRecord(''), [eventsOf(log, { runId, run })]);
}

/** The update by which an execution is known; `null` for a task. */
export function updateOf({ model }: RunLogSnapshot, { nodeId, name, taskId }: Execution): NodeUpdate | null {
  return model.nodeUpdates.of(nodeId).find(({ seq }) => taskId === `update ${seq} ${name}`) ?? null;
}
