import pLimit from 'p-limit';
import { GraphServerError, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../shared/app-error.ts';
import { toWireError, type WireError } from '../shared/wire-error.ts';
import type { CallsOf, StreamsOf } from '../shared/contract.ts';
import type { ConnectionHealth, ConnectionsSnapshot } from '../shared/model/connection.ts';
import type { InboxServer, InboxThread } from '../shared/model/inbox.ts';
import { withServerClient, type ServerClients } from './common/server-clients.ts';
import { createSnapshotPublisher } from './common/snapshot-publisher.ts';
import { createThreadListCaches, type ThreadListCaches } from './threads/thread-list-caches.ts';
import {
  checkThread,
  listInterruptedThreads,
  readPendingInterrupts,
  withoutEnded,
} from './interrupted-threads.ts';

export interface Inbox {
  readonly calls: CallsOf<'inbox'>;
  readonly streams: StreamsOf<'inbox'>;
  // A run started or ended, so its thread (`null` for none) may wait for something else.
  changed(connectionId: string, threadId: string | null): void;
  stop(): void;
}

interface InboxOptions {
  readonly clients: ServerClients;
  readonly connections: (signal: AbortSignal) => AsyncIterable<ConnectionsSnapshot>;
  // Shared with the list of threads.
  readonly caches?: ThreadListCaches;
  // Whether a run of the thread has stopped only until the studio continues it.
  readonly goesOn?: (connectionId: string, threadId: string) => boolean;
  readonly times?: typeof inboxTimes;
}

// Milliseconds. `settled`: a server may update a thread's status a moment after its run's last event.
// `answerWithin`: without a response for this long, the inbox says so. `afterSilence`: delay until such a
// server is asked again.
export const inboxTimes = {
  between: 60_000,
  soon: 200,
  settled: 1_500,
  answerWithin: 10_000,
  afterSilence: 5_000,
};

// Concurrent state reads; each may be megabytes.
const readsAtOnce = 4;

const maxSuspects = 10;

// - `abort`: Aborts the pending read when the server is gone.
// - `overdue`: Set while a response is due.
// - `again`: Another read was requested during this one, whose answer may be too old.
// - `suspects`: Threads of the studio's own runs that may wait although the search does not list them.
interface Entry {
  server: InboxServer;
  isConnected: boolean;
  running: Promise<void> | null;
  abort: AbortController;
  overdue: NodeJS.Timeout | null;
  again: boolean;
  readonly timers: Set<NodeJS.Timeout>;
  readonly suspects: Set<string>;
}

// The list of waiting threads of all connected servers, while watched: read when a server connects, after the
// studio's runs, on demand, and periodically for other clients' changes.
export function createInbox({
  clients,
  connections,
  caches = createThreadListCaches(),
  goesOn = () => false,
  times = inboxTimes,
}: InboxOptions): Inbox {
  const entries = new Map<string, Entry>();
  const inTurn = pLimit(readsAtOnce);
  let watching: AbortController | null = null;
  // Why the servers can't be listed. Watchers get the error; watching again lists them again.
  let failure: { readonly error: unknown } | null = null;

  const change = (entry: Entry, next: Partial<InboxServer>): void => {
    entry.server = { ...entry.server, ...next };
    feed.changed();
  };

  const read = (id: string, entry: Entry): Promise<void> => {
    if (entry.running) {
      entry.again = true;
      return entry.running;
    }
    entry.abort = new AbortController();
    expectAnswer(id, entry);
    entry.running = readOnce(id, entry).finally(() => {
      entry.running = null;
      if (!entry.again) return;
      entry.again = false;
      if (isKnown(id, entry)) readInBackground(id, entry);
    });
    return entry.running;
  };

  const readInBackground = (id: string, entry: Entry): void => {
    read(id, entry).catch(fail);
  };

  const readOnce = async (id: string, entry: Entry): Promise<void> => {
    const signal = AbortSignal.any([watching?.signal ?? AbortSignal.abort(), entry.abort.signal]);
    try {
      const { threads, more: hasMore } = await withServerClient(clients, id, async (client) => {
        const interrupted = await listInterruptedThreads(client, signal);
        const waiting = await withoutEnded(client, caches.stopReasons, interrupted.threads, signal);
        const listed = {
          ...interrupted,
          threads: waiting.filter(({ threadId, stop }) => stop === 'question' || !goesOn(id, threadId)),
        };
        for (const { threadId } of interrupted.threads) entry.suspects.delete(threadId);
        // A copy: a run that ends meanwhile adds its thread again for the next read.
        const suspects = [...entry.suspects];
        const hidden = await hiddenOf(client, entry, suspects, signal);
        const named = await caches.names.fill(client, [...hidden, ...listed.threads], signal);
        return { threads: named, more: listed.more };
      });
      if (entry.server.state === 'offline') return;
      clearOverdue(entry);
      change(entry, {
        threads,
        hasMore,
        state: 'read',
        problem: null,
        readAt: new Date().toISOString(),
      });
    } catch (error) {
      if (signal.aborted || entry.server.state === 'offline') return;
      clearOverdue(entry);
      const problem = toWireError(error);
      change(entry, { state: 'failed', problem });
      if (problem.code === 'timeout' || problem.code === 'unreachable')
        readLater(id, entry, times.afterSilence, false);
    }
  };

  // A server that accepts connections but never responds must not be shown as being read forever.
  const expectAnswer = (id: string, entry: Entry): void => {
    if (entry.overdue) return;
    entry.overdue = setTimeout(() => {
      entry.overdue = null;
      if (!isKnown(id, entry) || entry.server.state === 'offline') return;
      change(entry, {
        state: entry.isConnected ? 'failed' : 'offline',
        problem: noAnswerSince(times.answerWithin),
      });
    }, times.answerWithin);
    entry.overdue.unref();
  };

  // Waiting threads that the server does not list. A thread that wants nothing is dropped. One that can't be checked
  // stays as it was listed, and is checked again with the next read.
  const hiddenOf = async (
    client: GraphClient,
    entry: Entry,
    suspects: readonly string[],
    signal: AbortSignal,
  ): Promise<InboxThread[]> => {
    const threads: InboxThread[] = [];
    for (const threadId of suspects) {
      try {
        const threadCheck = await checkThread(client, caches.names, threadId, signal);
        if (threadCheck.state === 'waits') threads.push(threadCheck.thread);
        else if (threadCheck.state === 'done') entry.suspects.delete(threadId);
      } catch (error) {
        const unchecked = uncheckedThread(entry.server, threadId);
        if (error instanceof GraphServerError && error.status === 404) entry.suspects.delete(threadId);
        else if (unchecked !== null) threads.push(unchecked);
      }
    }
    return threads;
  };

  const isKnown = (id: string, entry: Entry): boolean => watching !== null && entries.get(id) === entry;

  const readLater = (id: string, entry: Entry, ms: number, repeat: boolean): void => {
    const timer = setTimeout(() => {
      entry.timers.delete(timer);
      if (!isKnown(id, entry)) return;
      if (entry.server.state !== 'offline') readInBackground(id, entry);
      if (repeat) readLater(id, entry, ms, true);
    }, ms);
    timer.unref();
    entry.timers.add(timer);
  };

  const drop = (id: string, entry: Entry): void => {
    for (const timer of entry.timers) clearTimeout(timer);
    clearOverdue(entry);
    entry.abort.abort();
    entries.delete(id);
  };

  const entryOf = (id: string, name: string): Entry => {
    const existing = entries.get(id);
    if (existing) return existing;
    const server: InboxServer = { connectionId: id, name, ...unread };
    const entry: Entry = {
      server,
      isConnected: false,
      running: null,
      abort: new AbortController(),
      overdue: null,
      again: false,
      timers: new Set(),
      suspects: new Set(),
    };
    entries.set(id, entry);
    expectAnswer(id, entry);
    readLater(id, entry, times.between, true);
    return entry;
  };

  const takeHealth = (id: string, entry: Entry, health: ConnectionHealth | undefined): void => {
    const wasConnected = entry.isConnected;
    entry.isConnected = health?.state === 'connected';
    if (entry.isConnected) {
      if (wasConnected) return;
      // Known threads stay listed, marked as old, until they are read again.
      change(entry, { state: 'reading', problem: null });
      readInBackground(id, entry);
    } else if (health && health.state !== 'connecting') {
      clearOverdue(entry);
      entry.abort.abort();
      change(entry, { state: 'offline', problem: health.problem });
    } else if (wasConnected) {
      expectAnswer(id, entry);
    }
  };

  const take = ({ connections: all, health }: ConnectionsSnapshot): void => {
    // The interrupts of a recording can't be answered.
    const servers = all.filter(({ kind }) => kind !== 'recording');
    for (const [id, entry] of entries) if (!servers.some((one) => one.id === id)) drop(id, entry);
    for (const { id, name } of servers) {
      const entry = entryOf(id, name);
      if (entry.server.name !== name) change(entry, { name });
      takeHealth(
        id,
        entry,
        health.find(({ connectionId }) => connectionId === id),
      );
    }
    feed.changed();
  };

  const follow = async (signal: AbortSignal): Promise<void> => {
    for await (const snapshot of connections(signal)) take(snapshot);
  };

  const fail = (error: unknown): void => {
    failure = { error };
    feed.changed();
  };

  const setWatched = (watched: boolean): void => {
    watching?.abort();
    watching = watched ? new AbortController() : null;
    failure = null;
    if (watching) follow(watching.signal).catch(fail);
    else for (const [id, entry] of entries) drop(id, entry);
  };

  const feed = createSnapshotPublisher({
    snapshot() {
      if (failure) throw failure.error;
      return { servers: [...entries.values()].map(({ server }) => server) };
    },
    minIntervalMs: 50,
    onWatched: setWatched,
  });

  return {
    calls: {
      async 'inbox.refresh'() {
        const online = [...entries].filter(([, { server }]) => server.state !== 'offline');
        await Promise.all(online.map(([id, entry]) => read(id, entry)));
        return {};
      },
      'inbox.thread': ({ connectionId, threadId }, signal) =>
        inTurn(() =>
          withServerClient(clients, connectionId, (client) =>
            readPendingInterrupts(client, threadId, signal),
          ),
        ),
    },
    streams: { 'inbox.watch': (_input, signal) => feed.watch(signal) },
    changed(connectionId, threadId) {
      const entry = entries.get(connectionId);
      if (!entry) return;
      if (threadId !== null) suspect(entry, threadId);
      for (const ms of [times.soon, times.settled]) readLater(connectionId, entry, ms, false);
    },
    stop: () => setWatched(false),
  };
}

// The thread as it was listed before; `null` if it was not.
function uncheckedThread({ threads, readAt }: InboxServer, threadId: string): InboxThread | null {
  const known = threads.find((one) => one.threadId === threadId);
  return known === undefined || readAt === null
    ? null
    : { ...known, uncheckedSince: known.uncheckedSince ?? readAt };
}

// Keeps the latest few: each costs requests at every read.
function suspect({ suspects }: Entry, threadId: string): void {
  suspects.delete(threadId);
  suspects.add(threadId);
  const [oldest] = suspects;
  if (suspects.size > maxSuspects && oldest !== undefined) suspects.delete(oldest);
}

function clearOverdue(entry: Entry): void {
  if (entry.overdue) clearTimeout(entry.overdue);
  entry.overdue = null;
}

function noAnswerSince(ms: number): WireError {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return toWireError(
    new AppError('timeout', `It has not responded for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
      hint: 'Retrying automatically.',
    }),
  );
}

const unread = {
  state: 'reading',
  threads: [] as InboxThread[],
  hasMore: false,
  problem: null,
  readAt: null,
} as const;
