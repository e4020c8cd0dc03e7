import type { RecordedRun } from '../../../shared/model/thread-record.ts';
import type { Run, RunOrigin } from '../../../shared/model/run.ts';
import type { RunEvents } from '../../../shared/run-events/run-events.ts';
import type { RunLogSnapshot } from './run-log-store.ts';

export interface RunAround {
  readonly runId: string;
  // As the server lists it.
  readonly run: Run | undefined;
  readonly origin?: RunOrigin | null;
  // As the record of its thread has it.
  readonly recorded?: RecordedRun | undefined;
}

const unknownOrigin: RunOrigin = { kind: 'unknown', checkpointId: null };

/** What the events of a log say about its run; the same object until something changes. */
export function eventsOf(log: RunLogSnapshot, { runId, run, origin, recorded }: RunAround): RunEvents {
  const listedAt = Date.parse(run?.createdAt ?? '');
  return log.model.events({
    runId,
    origin: recorded?.origin ?? origin ?? run?.origin ?? unknownOrigin,
    createdAt: recorded?.createdAt ?? (Number.isNaN(listedAt) ? null : listedAt),
    firstFrameMs: log.firstFrameMs,
  });
}
