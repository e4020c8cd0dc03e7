import type { CallsOf, StudioHandlers } from '../../shared/contract.ts';
import { withServerClient } from '../common/server-clients.ts';
import { readRunDetails } from './read-run-details.ts';
import { RunIndexReader, type RunIndexReaderOptions } from './run-index-reader.ts';

export interface RunIndexes {
  readonly calls: CallsOf<'runIndex'>;
  readonly streams: Pick<StudioHandlers['streams'], 'runIndex.watch'>;
  // A run of the studio started or ended.
  changed(connectionId: string, threadId: string | null): void;
  stop(): void;
}

// Indexes that are kept of servers that nobody watches.
const maxUnwatched = 3;

/** The runs of servers over their threads, because no server lists runs: read while a window watches, newest threads first. */
export function createRunIndexes(options: RunIndexReaderOptions): RunIndexes {
  // The last used is last.
  const readers = new Map<string, RunIndexReader>();

  const readerOf = (connectionId: string): RunIndexReader => {
    const reader = readers.get(connectionId) ?? new RunIndexReader(connectionId, options);
    readers.delete(connectionId);
    readers.set(connectionId, reader);
    const unwatched = [...readers].filter(([, { isWatched }]) => !isWatched);
    for (const [id] of unwatched.slice(0, -maxUnwatched)) readers.delete(id);
    return reader;
  };

  return {
    calls: {
      'runIndex.list': async ({ connectionId, filter, offset, limit }) =>
        readerOf(connectionId).listVisible(filter, offset, limit),
      'runIndex.select': async ({ connectionId, filter, offset, limit }) =>
        readerOf(connectionId).list(filter, offset, limit),
      'runIndex.details': ({ connectionId, threadId, runId }, signal) =>
        withServerClient(options.clients, connectionId, (client) =>
          readRunDetails(client, { threadId, runId }, signal),
        ),
      'runIndex.readAll': async ({ connectionId }, signal) => {
        await readerOf(connectionId).readAll(signal);
        return {};
      },
    },
    streams: {
      'runIndex.watch': ({ connectionId }, signal) => readerOf(connectionId).watch(signal),
    },
    changed(connectionId, threadId) {
      readers.get(connectionId)?.changed(threadId);
    },
    stop() {
      for (const reader of readers.values()) reader.stop();
    },
  };
}
