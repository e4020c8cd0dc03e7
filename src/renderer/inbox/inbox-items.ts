import type { InboxSnapshot, InboxThreadDetail, InboxThread } from '../../shared/model/inbox.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import { threadTrayEntry } from '../shared-ui/tray-entries.ts';
import { formatNodeCounts } from '../../shared/format-node-counts.ts';
import { interruptKeys } from '../shared-ui/interrupt-keys.ts';
import { shortId } from '../ui/display/format.ts';
import { allWaitingThreads, isAway, type WaitingThread } from './waiting-threads.ts';

// What is needed from a person. `breakpoint`: only to continue.
export type InboxKind = 'approval' | 'form' | 'question' | 'breakpoint';

// What is known about the interrupts of a thread.
export interface ThreadInterrupts {
  readonly data: InboxThreadDetail | undefined;
  // The thread's `updatedAt` when `data` was read.
  readonly updatedAt: string | null;
  readonly error: unknown;
}

/** A row of the inbox: an interrupt, or a thread whose interrupts are unknown. */
export interface InboxItem extends WaitingThread {
  readonly key: string;
  /** `null`: a breakpoint, or unknown. */
  readonly interrupt: PendingInterrupt | null;
  readonly unread: boolean;
  /** `null` while loading, and if it can't be read. */
  readonly kind: InboxKind | null;
  readonly line: string;
  readonly nodeId: string | null;
  readonly name: string;
  readonly since: string | null;
}

// The thread of a row for the compare tray.
export function inboxTrayEntry({ server: { connectionId }, thread, name }: InboxItem): TrayEntry {
  return threadTrayEntry({ connectionId, threadId: thread.threadId, name, createdAt: null });
}

// An interrupt's label, which is unique in its thread, and its kind.
export interface InterruptDescription {
  readonly line: string;
  readonly kind: Exclude<InboxKind, 'breakpoint'>;
}

export type DescribeInterrupts = (interrupts: readonly PendingInterrupt[]) => readonly InterruptDescription[];

// Empty matches everything.
export interface InboxFilter {
  readonly connectionId: string;
  readonly graphId: string;
  readonly kind: InboxKind | '';
  readonly text: string;
}

export const noInboxFilter: InboxFilter = { connectionId: '', graphId: '', kind: '', text: '' };

// The matching threads of all servers, newest first.
export function waitingThreads(
  snapshot: InboxSnapshot,
  { connectionId, graphId }: InboxFilter,
): WaitingThread[] {
  return allWaitingThreads(snapshot)
    .filter(({ server }) => connectionId === '' || server.connectionId === connectionId)
    .filter(({ thread }) => graphId === '' || thread.graphId === graphId)
    .toSorted((a, b) => timeOf(b.thread) - timeOf(a.thread));
}

// Servers write times in different formats.
function timeOf({ updatedAt }: InboxThread): number {
  const time = updatedAt === null ? Number.NaN : Date.parse(updatedAt);
  return Number.isNaN(time) ? 0 : time;
}

// A row per interrupt; one for a breakpoint, and one while interrupts are unknown.
export function inboxItemsOf(
  { server, thread }: WaitingThread,
  { data, error }: ThreadInterrupts,
  describe: DescribeInterrupts,
): InboxItem[] {
  // A request to an unreachable server may hang for half a minute, which is not loading.
  const failed = Boolean(error) || isAway(server);
  const common = {
    server,
    thread,
    unread: !data && failed,
    name: thread.name ?? shortId(thread.threadId),
    since: data?.since ?? thread.updatedAt,
  };
  const key = `${server.connectionId} ${thread.threadId}`;
  if (!data) {
    const line = failed ? 'Could not load its questions.' : 'Loading questions';
    return [{ ...common, key: key, interrupt: null, kind: null, line, nodeId: null }];
  }
  if (data.interrupts.length === 0) {
    const nodes = formatNodeCounts(data.next);
    const line = nodes === '' ? 'No longer waiting.' : `Stopped before ${nodes}.`;
    return [{ ...common, key: key, interrupt: null, kind: 'breakpoint', line, nodeId: data.next[0] ?? null }];
  }
  const keys = interruptKeys(data.interrupts);
  const described = describe(data.interrupts);
  return data.interrupts.map((interrupt, index) => ({
    ...common,
    line: described[index]?.line ?? '',
    kind: described[index]?.kind ?? null,
    key: `${key} ${keys[index]}`,
    interrupt,
    nodeId: interrupt.nodeId,
  }));
}

// Rows of a kind that contain all words of the text. Rows that are still unknown stay visible.
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
