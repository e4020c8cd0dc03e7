import { useSyncExternalStore } from 'react';
import type { TimelineRow } from '../../../shared/run-events/timeline-row.ts';
import type { RunLogStore } from '../model/run-log-store.ts';
import type { NodeUpdate } from '../model/node-updates.ts';
import type { ExecutionViewProps } from './node-view-props.ts';
import { updateOf } from './use-events-record.ts';
import { subscribeToNothing } from '../../rpc/subscribe-to-nothing.ts';

export interface TaskEvents {
  readonly log: RunLogStore | null;
  readonly isLoading: boolean;
  readonly row: TimelineRow | null;
  // The task's `updates` event, in a run that streamed no task events.
  readonly update: NodeUpdate | null;
}

export function useTaskEvents({ execution, facts, eventsOf }: ExecutionViewProps): TaskEvents {
  const runId = facts.runIds.findLast((id) => eventsOf(id) !== null);
  const log = runId === undefined ? null : eventsOf(runId);
  const subscribe = log?.subscribe ?? subscribeToNothing;
  const row = useSyncExternalStore(subscribe, () =>
    log === null ? null : log.get().model.timeline.rowOf(execution.taskId),
  );
  const update = useSyncExternalStore(subscribe, () =>
    log === null ? null : updateOf(log.get(), execution),
  );
  const isLoading = useSyncExternalStore(subscribe, () => {
    if (log === null) return false;
    const { problem, end } = log.get();
    return problem === null && end === null;
  });
  return { log, isLoading, row, update };
}
