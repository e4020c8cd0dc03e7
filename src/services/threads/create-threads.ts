import type { StudioHandlers } from '../../shared/contract.ts';
import { askServer } from '../ask-server.ts';
import type { ServerClients } from '../server-clients.ts';
import { branchSubgraph } from './branch-subgraph.ts';
import { asThread, createThread, deleteThreads, pruneThreads, updateThread } from './change-threads.ts';
import { listThreads } from './list-threads.ts';
import { readObserved } from './observed/read-observed.ts';
import { createPageSizes } from './page-sizes.ts';
import { readHistory } from './read-history.ts';
import { readMessages } from './read-messages.ts';
import { readState } from './read-state.ts';
import { createThreadNames } from './thread-names.ts';
import { updateState } from './update-state.ts';

/** The part of the contract about threads. */
export interface Threads {
  readonly calls: Pick<
    StudioHandlers['calls'],
    | 'threads.list'
    | 'threads.create'
    | 'threads.update'
    | 'threads.copy'
    | 'threads.delete'
    | 'threads.prune'
    | 'threads.get'
    | 'threads.state'
    | 'threads.history'
    | 'threads.messages'
    | 'threads.observed'
    | 'threads.updateState'
    | 'threads.branchSubgraph'
  >;
  readonly streams: Readonly<Record<never, never>>;
}

/** Threads of a server, their states, their history, and edits of their state. */
export function createThreads({ clients }: { readonly clients: ServerClients }): Threads {
  const names = createThreadNames();
  const pageSizes = createPageSizes();
  return {
    calls: {
      'threads.list': ({ connectionId, ...asked }, signal) =>
        askServer(clients, connectionId, (client) => listThreads(client, names, asked, signal)),
      'threads.create': ({ connectionId, ...plan }, signal) =>
        askServer(clients, connectionId, (client) => createThread(client, plan, signal)),
      'threads.update': ({ connectionId, threadId, metadataText }, signal) =>
        askServer(clients, connectionId, (client) => updateThread(client, threadId, metadataText, signal)),
      'threads.copy': ({ connectionId, threadId }, signal) =>
        askServer(clients, connectionId, async (client) =>
          asThread(await client.threads.copy(threadId, { signal, purpose: 'threads.copy' })),
        ),
      'threads.delete': ({ connectionId, threadIds }, signal) =>
        askServer(clients, connectionId, (client) => deleteThreads(client, threadIds, signal)),
      'threads.prune': ({ connectionId, threadIds }, signal) =>
        askServer(clients, connectionId, (client) => pruneThreads(client, threadIds, signal)),
      'threads.get': ({ connectionId, threadId }, signal) =>
        askServer(clients, connectionId, async (client) =>
          asThread(await client.threads.get(threadId, { signal, purpose: 'threads.get' })),
        ),

      'threads.state': ({ connectionId, threadId, checkpointId, checkpointNs }, signal) =>
        askServer(clients, connectionId, (client) =>
          readState(client, threadId, checkpointId, signal, checkpointNs),
        ),

      'threads.history': ({ connectionId, threadId, ...asked }, signal) =>
        askServer(clients, connectionId, (client) =>
          readHistory(client, threadId, asked, pageSizes.of(connectionId, threadId), signal),
        ),

      'threads.messages': ({ connectionId, threadId, ...asked }, signal) =>
        askServer(clients, connectionId, (client) =>
          readMessages(client, threadId, asked, pageSizes.of(connectionId, threadId), signal),
        ),

      'threads.observed': ({ connectionId, threadId }, signal) =>
        askServer(clients, connectionId, (client) => readObserved(client, threadId, signal)),

      'threads.updateState': ({ connectionId, ...update }, signal) =>
        askServer(clients, connectionId, (client) => updateState(client, update, signal)),

      'threads.branchSubgraph': ({ connectionId, ...place }, signal) =>
        askServer(clients, connectionId, (client) =>
          branchSubgraph(client, place, pageSizes.of(connectionId, place.threadId), signal),
        ),
    },
    streams: {},
  };
}
