import { describe, expect, it } from 'vitest';
import type { InboxThreadDetail, InboxServer, InboxThread } from '../../shared/model/inbox.ts';
import {
  filterItems,
  noInboxFilter,
  inboxItemsOf,
  waitingThreads,
  type DescribeInterrupts,
} from './inbox-items.ts';
import { countText } from './waiting-threads.ts';

const thread = (threadId: string, updatedAt: string | null, graphId = 'writer'): InboxThread => ({
  threadId,
  graphId,
  assistantId: null,
  name: null,
  updatedAt,
  stop: 'question',
});
const server = (connectionId: string, threads: InboxThread[], hasMore = false): InboxServer => ({
  connectionId,
  name: connectionId.toUpperCase(),
  state: 'read',
  threads,
  hasMore,
  problem: null,
  readAt: null,
});
const snapshot = {
  servers: [
    server('demo', [thread('a', '2026-11-20T10:00:00.500Z'), thread('b', null)]),
    server('hosted', [thread('c', '2026-11-20T10:00:00.600000+00:00', 'support')]),
  ],
};
const questions = (change: Partial<InboxThreadDetail>): InboxThreadDetail => ({
  threadId: 'a',
  interrupts: [],
  answered: [],
  next: ['plan'],
  since: '2026-11-20T09:59:00Z',
  ...change,
});
const describeAll: DescribeInterrupts = (all) =>
  all.map(({ valueText }) => ({ line: valueText, kind: 'question' }));
const [waiting] = waitingThreads(snapshot, { ...noInboxFilter, connectionId: 'demo' });
if (!waiting) throw new Error('There is a thread.');
const rows = (data: InboxThreadDetail | undefined, error: unknown = null) =>
  inboxItemsOf(waiting, { data, updatedAt: null, error }, describeAll);

describe('the inbox', () => {
  it('has the threads of all servers, newest first, whatever form their times have', () => {
    expect(waitingThreads(snapshot, noInboxFilter).map(({ thread: { threadId } }) => threadId)).toEqual([
      'c',
      'a',
      'b',
    ]);
    expect(waitingThreads(snapshot, { ...noInboxFilter, graphId: 'support' })).toHaveLength(1);
  });

  it('does not say that it reads the questions of a thread whose server is away', () => {
    for (const state of ['offline', 'failed'] as const) {
      const away = { ...waiting, server: { ...waiting.server, state } };
      expect(
        inboxItemsOf(away, { data: undefined, updatedAt: null, error: null }, describeAll),
      ).toMatchObject([{ unread: true, line: 'Could not load its questions.' }]);
    }
  });

  it('counts threads, and says when there are more than were counted', () => {
    expect(countText({ servers: [] })).toBeNull();
    expect(countText(snapshot)).toBe('3');
    expect(countText({ servers: [server('demo', [thread('a', null)], true)] })).toBe('1+');
    expect(
      countText({
        servers: [
          server(
            'demo',
            Array.from({ length: 120 }, () => thread('a', null)),
          ),
        ],
      }),
    ).toBe('99+');
  });

  it('counts only what can be answered: no breakpoints, and nothing of a server that is away', () => {
    const paused: InboxThread = { ...thread('b', null), stop: 'breakpoint' };
    const unsaid: InboxThread = { ...thread('c', null), stop: null };
    expect(countText({ servers: [server('demo', [paused])] })).toBeNull();
    expect(countText({ servers: [server('demo', [thread('a', null), paused, unsaid])] })).toBe('2');
    for (const state of ['offline', 'failed'] as const)
      expect(countText({ servers: [{ ...server('demo', [thread('a', null)], true), state }] })).toBeNull();
  });

  it('has a row for each question, for a breakpoint, and for what is not known', () => {
    const interrupts = [
      { taskId: 't', index: 0, id: 'i', valueText: '"Ok?"', nodeId: 'plan' },
      { taskId: 'u', index: 0, id: 'i', valueText: '"Sure?"', nodeId: 'sub:ask' },
    ];
    const pending = rows(questions({ interrupts }));
    expect(pending.map(({ line, nodeId, name }) => [line, nodeId, name])).toEqual([
      ['"Ok?"', 'plan', 'a'],
      ['"Sure?"', 'sub:ask', 'a'],
    ]);
    expect(new Set(pending.map(({ key }) => key)).size).toBe(2);
    expect(rows(questions({}))).toMatchObject([{ kind: 'breakpoint', line: 'Stopped before plan.' }]);
    expect(rows(undefined)).toMatchObject([{ kind: null, line: 'Loading questions', name: 'a' }]);
    expect(rows(undefined, new Error('no'))).toMatchObject([
      { kind: null, unread: true, line: 'Could not load its questions.' },
    ]);
  });

  it('names a thread as the list of threads does', () => {
    const named = { ...waiting, thread: { ...waiting.thread, name: 'Release notes' } };
    const reading = { data: questions({}), updatedAt: null, error: null };
    expect(inboxItemsOf(named, reading, describeAll)[0]?.name).toBe('Release notes');
  });

  it('filters by kind and by all words, and keeps in sight what is not known yet', () => {
    const all = [...rows(questions({})), ...rows(undefined)];
    expect(filterItems(all, { ...noInboxFilter, kind: 'form' })).toEqual(rows(undefined));
    expect(filterItems(all, { ...noInboxFilter, text: 'DEMO plan' })).toHaveLength(1);
    expect(filterItems(all, { ...noInboxFilter, text: 'demo nothing' })).toEqual([]);
  });
});
