import type { InboxServer, InboxSnapshot, InboxThread } from '../../shared/model/inbox.ts';

export interface WaitingThread {
  readonly server: InboxServer;
  readonly thread: InboxThread;
}

/** The threads of all servers, as the servers list them. */
export function allWaitingThreads({ servers }: InboxSnapshot): WaitingThread[] {
  return servers.flatMap((server) => server.threads.map((thread) => ({ server, thread })));
}

/** Its threads are those of its last read. */
export function isAway({ state }: Pick<InboxServer, 'state'>): boolean {
  return state === 'offline' || state === 'failed';
}

/** Asks something that can be answered now. A thread whose server does not say why it waits is counted. */
export function isAsking({ server, thread }: WaitingThread): boolean {
  return !isAway(server) && thread.stop !== 'breakpoint';
}

/** Number of asking threads, with a plus if a server has more than it listed. `null` for none. */
export function countText(snapshot: InboxSnapshot): string | null {
  const count = allWaitingThreads(snapshot).filter(isAsking).length;
  if (count === 0) return null;
  const hasMore = snapshot.servers.some((server) => server.hasMore && !isAway(server));
  return count > 99 ? '99+' : `${count}${hasMore ? '+' : ''}`;
}
