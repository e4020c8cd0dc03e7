import { useMemo } from 'react';
import type { Run, RunOrigin } from '../../../shared/model/run.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { emptyRecord, mergeEvents } from '../../../shared/run-events/merge-events.ts';
import { recordBefore } from '../../../shared/thread-record/record-before.ts';
import { useThreadRecord, type ThreadRecordState } from '../../queries/thread-record.ts';
import type { RunLogSnapshot } from './run-log-store.ts';
import { eventsOf } from './events-of.ts';

export interface ShownRun {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly runs: readonly Run[];
  readonly runId: string | null;
  readonly origin: RunOrigin | null;
  readonly log: RunLogSnapshot | null;
  /** The run is played back: only its events up to the position count, and what the thread had before the run. */
  readonly isPlayed: boolean;
}

export interface ShownRecord {
  readonly record: ThreadRecord | null;
  /** It is made of events alone, or up to the position of a playback. */
  readonly isOfEvents: boolean;
  readonly isReading: boolean;
  /** The server's clock; `null` if unknown, and of a playback. */
  readonly clock: ThreadRecordState['clock'];
}

/**
 * What the canvas and the timeline show: the record of the thread. Of a run without a thread or with an unreadable one, and of
 * a played run, it is made here of the events of the run, by the same rules.
 */
export function useShownRecord(shownRun: ShownRun): ShownRecord {
  const { connectionId, threadId, runs, runId, origin, log, isPlayed } = shownRun;
  const { record, error, clock } = useThreadRecord(connectionId, threadId);
  const before = useMemo(
    () => (isPlayed && record !== null && runId !== null ? recordBefore(record, runId) : null),
    [isPlayed, record, runId],
  );
  const run = runs.find((one) => one.runId === runId);
  const recorded = isPlayed ? record?.runs.find((one) => one.runId === runId) : undefined;
  const isOfEvents = isPlayed || record === null;
  const ofEvents = useMemo(() => {
    if (!isOfEvents || runId === null || log === null || log.frames.length === 0) return null;
    const events = eventsOf(log, { runId, run, origin, recorded });
    return mergeEvents(before ?? emptyRecord(threadId ?? ''), [events]);
  }, [isOfEvents, runId, log, run, recorded, origin, before, threadId]);
  return {
    record: isOfEvents ? ofEvents : record,
    isOfEvents,
    clock: isOfEvents ? null : clock,
    isReading: threadId !== null && !isPlayed && record === null && error === null,
  };
}
