import { expect, it } from 'vitest';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { filterRequests, noRequestFilter, noRequestText, pollingIds } from './request-filter.ts';

const entry = (id: number, more: Partial<RequestEntry> = {}): RequestEntry => ({
  id,
  at: '2026-11-20T10:00:00Z',
  connectionId: 'demo',
  purpose: 'threads.list',
  method: 'POST',
  path: '/threads/search',
  status: 200,
  ms: 3,
  problem: null,
  requestBody: '{"limit":100}',
  isBodyTruncated: false,
  replay: 'possible',
  ...more,
});

const filteredIds = (all: readonly RequestEntry[], more: Partial<typeof noRequestFilter> = {}): number[] =>
  filterRequests(all, { ...noRequestFilter, ...more }).entries.map(({ id }) => id);

it('takes for polling what repeats an earlier request of the same server, path and body', () => {
  const all = [
    entry(6, { path: '/threads/search?other' }),
    entry(5, { requestBody: '{"limit":7}' }),
    entry(4, { connectionId: 'staging' }),
    entry(3),
    entry(2),
    entry(1),
  ];
  expect([...pollingIds(all)].toSorted()).toEqual([2, 3]);
});

it('never hides a request that failed, that is under way, or that the user caused', () => {
  const all = [
    entry(5, { purpose: 'runs.start' }),
    entry(4, { purpose: 'runs.start' }),
    entry(3, { status: 503, problem: 'Try later.' }),
    entry(2, { status: null }),
    entry(1),
  ];
  expect(filteredIds(all)).toEqual([5, 4, 3, 2, 1]);
});

it('counts what only polling hides, and shows it when asked to', () => {
  const all = [entry(3, { method: 'GET' }), entry(2), entry(1)];
  expect(filterRequests(all, noRequestFilter)).toMatchObject({ hiddenPolling: 1, cleared: 0 });
  expect(filterRequests(all, { ...noRequestFilter, method: 'GET' }).hiddenPolling).toBe(0);
  expect(filteredIds(all, { showPolling: true })).toEqual([3, 2, 1]);
});

it('filters by method, by how it went, and by words', () => {
  const all = [
    entry(4, { method: 'GET', path: '/info', purpose: 'connections.test' }),
    entry(3, { status: 404 }),
    entry(2, { status: null, problem: 'Connection refused.' }),
    entry(1, { status: null }),
  ];
  expect(filteredIds(all, { method: 'GET' })).toEqual([4]);
  expect(filteredIds(all, { status: 'failed' })).toEqual([3, 2]);
  expect(filteredIds(all, { status: 'open' })).toEqual([1]);
  expect(filteredIds(all, { text: 'INFO 200' })).toEqual([4]);
});

it('leaves out what was cleared, which still counts as seen', () => {
  const all = [entry(3), entry(2, { purpose: 'runs.start' }), entry(1)];
  expect(filterRequests(all, { ...noRequestFilter, clearedUpTo: 2 })).toEqual({
    entries: [],
    hiddenPolling: 1,
    cleared: 2,
  });
});

it('says that nothing is new only where all was cleared', () => {
  const all = [entry(3), entry(2, { purpose: 'runs.start' }), entry(1)];
  const textOf = (more: Partial<typeof noRequestFilter>): string => {
    const { title, sentence } = noRequestText(
      all.length,
      filterRequests(all, { ...noRequestFilter, ...more }),
    );
    return `${title}: ${sentence}`;
  };
  expect(textOf({ clearedUpTo: 3 })).toBe('Nothing new: 3 earlier requests were cleared from this view.');
  expect(textOf({ clearedUpTo: 2 })).toBe('Only polling: Hidden as polling: 1 new request.');
  expect(textOf({ clearedUpTo: 2, text: 'nowhere' })).toBe('Nothing matches: No new request matches.');
  expect(textOf({ text: 'nowhere' })).toBe('Nothing matches: No stored request matches.');
});
