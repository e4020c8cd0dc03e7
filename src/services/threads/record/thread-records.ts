import type { ThreadRecord, ThreadRecordChange } from '../../../shared/model/thread-record.ts';
import { toWireError } from '../../../shared/wire-error.ts';
import { pause } from '../../common/abortable.ts';
import type { ServerClients } from '../../common/server-clients.ts';
import { asAppError } from '../../common/server-errors.ts';
import { createSharedRecord, type SharedRecord } from './shared-record.ts';
import { recordChange } from './record-change.ts';
import type { RecordedThread, LiveRunLogs } from './record-events.ts';

// The records of threads that somebody looks at.
export interface ThreadRecords {
  // A thread's record, and then what changes. Fails if it can't be read at first; later failures are retried, and reported if
  // they last. Readers of one thread share its requests.
  watch(thread: RecordedThread, signal: AbortSignal): AsyncGenerator<ThreadRecordChange>;
  // Reads a thread again at once, or all threads of a server, because a run started or ended, or a state was written.
  changed(connectionId: string, threadId: string | null): void;
}

export interface ThreadRecordsOptions {
  readonly clients: ServerClients;
  // The events that this host has of runs; none, if omitted.
  readonly runLogs?: LiveRunLogs | undefined;
  // How long reads must fail before they are reported, in milliseconds.
  readonly staleMs?: number;
}

// How long changes are collected before they are sent, in milliseconds: one frame of a screen.
const batchMs = 16;

const usualStaleMs = 8_000;

export function createThreadRecords({
  clients,
  runLogs,
  staleMs = usualStaleMs,
}: ThreadRecordsOptions): ThreadRecords {
  const records = new Map<string, { readonly record: SharedRecord; readers: number }>();
  const keyOf = ({ connectionId, threadId }: RecordedThread): string =>
    JSON.stringify([connectionId, threadId]);

  return {
    async *watch(thread, signal) {
      const key = keyOf(thread);
      const shared = records.get(key) ?? {
        record: createSharedRecord(thread, clients, runLogs, staleMs),
        readers: 0,
      };
      records.set(key, shared);
      shared.readers += 1;
      try {
        let sent: ThreadRecord | null = null;
        let sentStale: unknown = null;
        while (!signal.aborted) {
          const { current, failure, stale } = shared.record;
          // A reader that has something keeps it.
          if (sent === null && current === null && failure !== null) throw asAppError(failure);
          const change: ThreadRecordChange | null = current === null ? null : recordChange(sent, current);
          sent = current;
          if (change !== null) {
            const serverMs = shared.record.serverNow();
            yield serverMs === null ? change : { ...change, serverMs };
            await pause(batchMs, signal);
            continue;
          }
          if (stale !== sentStale) {
            sentStale = stale;
            yield { kind: 'stale', problem: stale === null ? null : toWireError(asAppError(stale)) };
            continue;
          }
          await shared.record.next(current, signal);
        }
      } finally {
        shared.readers -= 1;
        if (shared.readers === 0) {
          records.delete(key);
          shared.record.stop();
        }
      }
    },
    changed(connectionId, threadId) {
      if (threadId !== null) return records.get(keyOf({ connectionId, threadId }))?.record.refresh();
      for (const { record } of records.values())
        if (record.thread.connectionId === connectionId) record.refresh();
    },
  };
}
