import type { InboxSnapshot, InboxThreadDetail, InboxServer, InboxThread } from '../../shared/model/inbox.ts';
import type { PendingInterrupt } from '../../shared/model/threads/thread.ts';
import { formatNodeCounts } from '../domain/format-node-counts.ts';
import { interruptKeys } from '../domain/interrupt-keys.ts';

/** What is wanted of a person. `breakpoint`: nothing but to go on. */
export type InboxKind = 'approval' | 'form' | 'question' | 'breakpoint';

/** A waiting thread and its server. */
export interface WaitingThread {
  readonly server: InboxServer;
  readonly thread: InboxThread;
}

/** What is known of a waiting thread's questions. */
export interface ThreadInterrupts {
  readonly data: InboxThreadDetail | undefined;
  /** The time of the thread's change for which `data` was read. */
  readonly updatedAt: string | null;
  readonly error: unknown;
}

/** One line of the inbox: a question, or a thread whose questions are not known (yet). */
export interface InboxItem extends WaitingThread {
  readonly key: string;
  /** `null`: a breakpoint, or not known. */
  readonly interrupt: PendingInterrupt | null;
  /** Its questions could not be read. */
  readonly unread: boolean;
  /** `null` while it is being read, and when it can't be. */
  readonly kind: InboxKind | null;
  readonly line: string;
  /** The node that waits, where it is known. */
  readonly nodeId: string | null;
  /** The thread's name, else the start of its id. */
  readonly name: string;
  readonly since: string | null;
}

/** What a question is: its line, which differs from those of the thread's other questions, and its kind. */
export interface InterruptDescription {
  readonly line: string;
  readonly kind: Exclude<InboxKind, 'breakpoint'>;
}

/** Describes all questions of a thread, in their order. */
export type DescribeInterrupts = (interrupts: readonly PendingInterrupt[]) => readonly InterruptDescription[];

/** What the person wants to see. Empty: everything. */
export interface InboxFilter {
  readonly connectionId: string;
  readonly graphId: string;
  readonly kind: InboxKind | '';
  readonly text: string;
}

export const noInboxFilter: InboxFilter = { connectionId: '', graphId: '', kind: '', text: '' };

/** The waiting threads of the chosen server and graph, over all servers, newest first. */
export function waitingThreads(
  picture: InboxSnapshot,
  { connectionId, graphId }: InboxFilter,
): WaitingThread[] {
  return picture.servers
    .filter((server) => connectionId === '' || server.connectionId === connectionId)
    .flatMap((server) => server.threads.map((thread) => ({ server, thread })))
    .filter(({ thread }) => graphId === '' || thread.graphId === graphId)
    .toSorted((a, b) => timeOf(b.thread) - timeOf(a.thread));
}

/** Servers write their times in different forms. */
function timeOf({ updatedAt }: InboxThread): number {
  const time = updatedAt === null ? Number.NaN : Date.parse(updatedAt);
  return Number.isNaN(time) ? 0 : time;
}

/** The rows of a thread: one for each question; one for a breakpoint, and for what is not known. */
export function inboxItemsOf(
  { server, thread }: WaitingThread,
  { data, error }: ThreadInterrupts,
  describe: DescribeInterrupts,
): InboxItem[] {
  // A request to a server that is away may hang for half a minute; that is no reading.
  const failed = Boolean(error) || server.state === 'offline' || server.state === 'failed';
  const common = {
    server,
    thread,
    unread: !data && failed,
    name: thread.name ?? data?.name ?? thread.threadId.slice(0, 13),
    since: data?.since ?? thread.updatedAt,
  };
  const place = `${server.connectionId} ${thread.threadId}`;
  if (!data) {
    const line = failed ? 'Could not load its questions.' : 'Loading questions';
    return [{ ...common, key: place, interrupt: null, kind: null, line, nodeId: null }];
  }
  if (data.interrupts.length === 0) {
    const nodes = formatNodeCounts(data.next);
    const line = nodes === '' ? 'No longer waiting.' : `Stopped before ${nodes}.`;
    return [
      { ...common, key: place, interrupt: null, kind: 'breakpoint', line, nodeId: data.next[0] ?? null },
    ];
  }
  const keys = interruptKeys(data.interrupts);
  const described = describe(data.interrupts);
  return data.interrupts.map((interrupt, at) => ({
    ...common,
    line: described[at]?.line ?? '',
    kind: described[at]?.kind ?? null,
    key: `${place} ${keys[at]}`,
    interrupt,
    nodeId: interrupt.nodeId,
  }));
}

/** The rows of the chosen kind that have all words of the text. What is not known yet stays in sight. */
export function filterItems(rows: readonly InboxItem[], { kind, text }: InboxFilter): InboxItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (kind !== '' && row.kind !== kind && row.kind !== null) return false;
    const { line, nodeId, name, server, thread } = row;
    const all = [line, nodeId ?? '', name, server.name, thread.graphId ?? '', thread.threadId]
      .join(' ')
      .toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** How many threads wait, for a badge; with a plus where some server has more than it listed. `null` for none. */
export function countText({ servers }: InboxSnapshot): string | null {
  const count = servers.reduce((sum, { threads }) => sum + threads.length, 0);
  if (count === 0) return null;
  return count > 99 ? '99+' : `${count}${servers.some(({ hasMore }) => hasMore) ? '+' : ''}`;
}
