import type { GraphClient } from 'remote-graph-client/client';
import type { CallsOf, StreamsOf } from '../../shared/contract.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { aborted } from '../common/abortable.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { forkSubgraph } from './fork-subgraph.ts';
import { createThread, deleteThreads, pruneThreads, updateThread, parseThread } from './mutate-threads.ts';
import { listThreads } from './list-threads.ts';
import { createAdaptivePageSizes } from './adaptive-page-size.ts';
import { readHistoryPage } from './read-history-page.ts';
import { readMessageHistory } from './read-message-history.ts';
import { readState } from './read-state.ts';
import { readTask } from './read-task.ts';
import { readThreadStorage } from './read-thread-storage.ts';
import { readThreadRecord } from './record/read-thread-record.ts';
import type { LiveRunLogs } from './record/record-events.ts';
import { createThreadRecords } from './record/thread-records.ts';
import { searchThreads } from './search-threads.ts';
import { copyThread } from './copy-thread.ts';
import { createThreadListCaches, type ThreadListCaches } from './thread-list-caches.ts';
import { updateState } from './update-state.ts';
import type { Thread } from '../../shared/model/thread.ts';

export interface Threads {
  readonly calls: CallsOf<'threads'>;
  readonly streams: StreamsOf<'threads'>;
  // A run of a thread started or ended here (`null`: of any thread), so that its record is read again.
  changed(connectionId: string, threadId: string | null): void;
}

// `runLogs`: The events that this host has of runs; none, if omitted. `caches`: Shared with other lists of threads.
interface ThreadsOptions {
  readonly clients: ServerClients;
  readonly runLogs?: LiveRunLogs;
  readonly caches?: ThreadListCaches;
  /** What ran on a thread of a connection that has it ready, because it has no checkpoints; `null` for any other. */
  readonly importedRecord?: (connectionId: string, threadId: string) => Promise<ThreadRecord | null>;
}

export function createThreads({
  clients,
  runLogs,
  caches = createThreadListCaches(),
  importedRecord = () => Promise.resolve(null),
}: ThreadsOptions): Threads {
  const records = createThreadRecords({ clients, runLogs });
  const pageSizes = createAdaptivePageSizes();
  return {
    calls: {
      'threads.list': ({ connectionId, ...query }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const page = await listThreads(client, caches, query, signal);
          if (page.isFilteredHere) clients.noteCapability?.(connectionId, 'threadFilters', false);
          return page;
        }),
      'threads.search': ({ connectionId, ...search }, signal) =>
        withServerClient(clients, connectionId, (client) => searchThreads(client, caches, search, signal)),
      'threads.create': ({ connectionId, ...plan }, signal) =>
        withServerClient(clients, connectionId, (client) => createThread(client, plan, signal)),
      'threads.update': ({ connectionId, threadId, metadataText, expected }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          updateThread(client, { threadId, metadataText, expected }, signal),
        ),
      'threads.copy': ({ connectionId, threadId }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          copyThread(
            client,
            threadId,
            signal,
            clients.capabilities?.(connectionId).threadCopy.available !== false,
          ),
        ),
      'threads.delete': ({ connectionId, threadIds }, signal) =>
        withServerClient(clients, connectionId, (client) => deleteThreads(client, threadIds, signal)),
      'threads.prune': ({ connectionId, threadIds }, signal) =>
        withServerClient(clients, connectionId, (client) => pruneThreads(client, threadIds, signal)),
      'threads.get': ({ connectionId, threadId }, signal) =>
        withServerClient(clients, connectionId, (client) => readThread(client, caches, threadId, signal)),
      'threads.storage': ({ connectionId, threadId }, signal) =>
        withServerClient(clients, connectionId, (client) => readThreadStorage(client, threadId, signal)),

      'threads.state': ({ connectionId, threadId, checkpointId, checkpointNs }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          readState(client, threadId, checkpointId, signal, checkpointNs),
        ),

      'threads.history': ({ connectionId, threadId, ...query }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          readHistoryPage(client, threadId, query, pageSizes.of(connectionId, threadId), signal),
        ),

      'threads.readRecord': async ({ connectionId, threadId, since }, signal) =>
        (await importedRecord(connectionId, threadId)) ??
        withServerClient(clients, connectionId, (client) =>
          readThreadRecord(client, threadId, signal, {
            ...(since === null ? {} : { isEnough: (rows) => areOlder(rows.at(-1), since) }),
            ...(runLogs === undefined ? {} : { events: { connectionId, logs: runLogs, runIds: null } }),
          }),
        ),

      'threads.messages': ({ connectionId, threadId, ...query }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          readMessageHistory(client, threadId, query, pageSizes.of(connectionId, threadId), signal),
        ),

      'threads.task': ({ connectionId, threadId, checkpointNs = '', ...ref }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          readTask(client, threadId, { checkpointNs, ...ref }, signal),
        ),

      'threads.updateState': ({ connectionId, ...update }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const result = await updateState(client, update, signal);
          caches.stopReasons.edited(update.threadId);
          records.changed(connectionId, update.threadId);
          return result;
        }),

      'threads.forkSubgraph': ({ connectionId, ...checkpoint }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const sizes = pageSizes.of(connectionId, checkpoint.threadId);
          const forked = await forkSubgraph(client, checkpoint, sizes, signal);
          caches.stopReasons.edited(checkpoint.threadId);
          records.changed(connectionId, checkpoint.threadId);
          return forked;
        }),
    },
    streams: {
      async *'threads.record'(thread, signal) {
        const record = await importedRecord(thread.connectionId, thread.threadId);
        if (record === null) return yield* records.watch(thread, signal);
        yield { kind: 'snapshot' as const, record };
        await aborted(signal);
      },
    },
    changed: records.changed,
  };
}

function areOlder(oldest: { readonly createdMs: number | null } | undefined, since: string): boolean {
  return (oldest?.createdMs ?? Infinity) < Date.parse(since);
}

// A thread's record, by the name that lists show. Throws `protocol` for anything else. Windows ask for it again and again, which
// must not keep a server from saving its data.
async function readThread(
  client: GraphClient,
  { names, stopReasons }: ThreadListCaches,
  threadId: string,
  signal: AbortSignal,
): Promise<Thread> {
  const options = { signal, purpose: 'threads.get' };
  const isSearched = await client.savesWhenIdle({ signal });
  const [listed] = isSearched ? await client.threads.search({ ids: [threadId], limit: 1 }, options) : [];
  const wire = listed?.thread_id === threadId ? listed : await client.threads.get(threadId, options);
  const thread = names.toNamedThread(wire) ?? parseThread(wire);
  return stopReasons.fill(client, [thread])[0] ?? thread;
}
