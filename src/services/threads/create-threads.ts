import { randomUUID } from 'node:crypto';
import type { StudioHandlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { askServer } from '../ask-server.ts';
import type { ServerClients } from '../server-clients.ts';
import { listThreads } from './list-threads.ts';
import { readObserved } from './observed/read-observed.ts';
import { readHistory } from './read-history.ts';
import { readState } from './read-state.ts';
import { updateState } from './update-state.ts';
import { threadOf } from './wire-to-thread.ts';

/** The part of the contract about threads. */
export interface Threads {
  readonly calls: Pick<
    StudioHandlers['calls'],
    | 'threads.list'
    | 'threads.create'
    | 'threads.get'
    | 'threads.state'
    | 'threads.history'
    | 'threads.observed'
    | 'threads.updateState'
  >;
  readonly streams: Readonly<Record<never, never>>;
}

/** Threads of a server, their states, their history, and edits of their state. */
export function createThreads({ clients }: { readonly clients: ServerClients }): Threads {
  return {
    calls: {
      'threads.list': ({ connectionId, limit }, signal) =>
        askServer(clients, connectionId, (client) => listThreads(client, limit, signal)),

      'threads.create': ({ connectionId, graphId, name }, signal) =>
        askServer(clients, connectionId, async (client) => {
          // An id made here and "do nothing if it exists" make the request safe to repeat (row C-4).
          const thread = { threadId: randomUUID(), graphId, ifExists: 'do_nothing' } as const;
          const metadata = name === null ? {} : { name };
          const made = await client.threads.create(
            { ...thread, metadata },
            { signal, purpose: 'threads.create' },
          );
          return asThread(made);
        }),

      'threads.get': ({ connectionId, threadId }, signal) =>
        askServer(clients, connectionId, async (client) =>
          asThread(await client.threads.get(threadId, { signal, purpose: 'threads.get' })),
        ),

      'threads.state': ({ connectionId, threadId, checkpointId }, signal) =>
        askServer(clients, connectionId, (client) => readState(client, threadId, checkpointId, signal)),

      'threads.history': ({ connectionId, threadId, before, limit }, signal) =>
        askServer(clients, connectionId, (client) =>
          readHistory(client, threadId, { before, limit }, signal),
        ),

      'threads.observed': ({ connectionId, threadId }, signal) =>
        askServer(clients, connectionId, (client) => readObserved(client, threadId, signal)),

      'threads.updateState': ({ connectionId, ...update }, signal) =>
        askServer(clients, connectionId, (client) => updateState(client, update, signal)),
    },
    streams: {},
  };
}

function asThread(wire: unknown): Thread {
  const thread = threadOf(wire);
  if (thread) return thread;
  throw new AppError('protocol', 'The server answered with something that is no thread.');
}
