import { useMemo } from 'react';
import type { Run, RunOrigin } from '../../../shared/model/runs/run.ts';
import type { ThreadRecord } from '../../../shared/model/threads/thread-record.ts';
import { emptyRecord, mergeEvents } from '../../../shared/run-events/merge-events.ts';
import { recordBefore } from '../../../shared/thread-record/record-before.ts';
import { useThreadRecord, type ThreadRecordState } from '../../queries/thread-record.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { eventsOf } from './events-of.ts';

/** The run in the dock. */
export interface ShownRun {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly runId: string | null;
  /** How it was started here, if it may not be listed yet. */
  readonly began: RunOrigin | null;
  readonly log: RunLogSnapshot | null;
  /** Its events are played again: only these count, and what was on the thread before the run. */
  readonly isPlayed: boolean;
}

export interface ShownRecord {
  /** `null` while it is read, and if nothing is known. */
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
export function useShownRecord(shown: ShownRun): ShownRecord {
  const { connectionId, threadId, runs, runId, began, log, isPlayed } = shown;
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
    const events = eventsOf(log, { runId, run, began, recorded });
    return mergeEvents(before ?? emptyRecord(threadId ?? ''), [events]);
  }, [isOfEvents, runId, log, run, recorded, began, before, threadId]);
  return {
    record: isOfEvents ? ofEvents : record,
    isOfEvents,
    clock: isOfEvents ? null : clock,
    isReading: threadId !== null && !isPlayed && record === null && error === null,
  };
}
