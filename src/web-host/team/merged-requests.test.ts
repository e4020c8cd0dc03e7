import { expect, it } from 'vitest';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { createMergedRequests } from './merged-requests.ts';

const entry = (id: number, connectionId: string): RequestEntry => ({
  id,
  at: '2026-01-01T00:00:00.000Z',
  connectionId,
  purpose: 'threads.list',
  method: 'GET',
  path: '/threads',
  status: null,
  ms: null,
  problem: null,
  requestBody: null,
  isBodyTruncated: false,
  replay: 'possible',
});
const settled = (id: number) => ({ id, status: 200, ms: 1, problem: null });

it('requests of two logs with the same ids get numbers of their own, which lead back to them', () => {
  const merged = createMergedRequests();
  const first = merged.change('shared', {
    entries: [entry(2, 'shared'), entry(1, 'shared')],
    settled: [],
    oldestId: 1,
    total: 2,
  });
  const second = merged.change('member', { entries: [entry(1, 'own')], settled: [], oldestId: 1, total: 1 });
  expect(first.entries.map(({ id }) => id)).toEqual([2, 1]);
  expect(second).toMatchObject({ entries: [{ id: 3, connectionId: 'own' }], oldestId: 1, total: 3 });
  expect(merged.origin(3)).toEqual({ source: 'member', id: 1 });
  expect(merged.origin(1)).toEqual({ source: 'shared', id: 1 });
  expect(merged.origin(4)).toBe(null);
  const change = { entries: [], settled: [settled(1)], oldestId: 1, total: 1 };
  expect(merged.change('member', change).settled).toEqual([settled(3)]);
});

it('a request that its log has dropped is gone, and the window keeps no more than one log does', () => {
  const merged = createMergedRequests();
  merged.change('member', { entries: [entry(1, 'own')], settled: [], oldestId: 1, total: 1 });
  let last = 0;
  for (let id = 1; id <= 1200; id += 1)
    last = merged.change('shared', {
      entries: [entry(id, 'shared')],
      settled: [],
      oldestId: Math.max(1, id - 499),
      total: id,
    }).oldestId;
  expect(last).toBe(702);
  expect(merged.origin(1)).toEqual({ source: 'member', id: 1 });
  expect(merged.origin(2)).toBe(null);
  expect(merged.origin(1201)).toEqual({ source: 'shared', id: 1200 });
});
