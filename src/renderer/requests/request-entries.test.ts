import { expect, it } from 'vitest';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { applyRequestChange } from './request-entries.ts';

const entry = (id: number): RequestEntry => ({
  id,
  at: '2026-01-01T00:00:00Z',
  connectionId: 'c',
  purpose: 'test',
  method: 'GET',
  path: `/${id}`,
  status: null,
  ms: null,
  problem: null,
  requestBody: null,
  isBodyTruncated: false,
  replay: 'possible',
});

it('a change puts new requests before the known ones, settles those, and drops what is no longer kept', () => {
  const first = applyRequestChange(null, {
    entries: [entry(3), entry(2), entry(1)],
    settled: [],
    oldestId: 1,
    total: 3,
  });
  const next = applyRequestChange(first, {
    entries: [entry(4)],
    settled: [{ id: 2, status: 200, ms: 7, problem: null }],
    oldestId: 2,
    total: 4,
  });
  expect(next.total).toBe(4);
  expect(next.entries.map(({ id, status }) => [id, status])).toEqual([
    [4, null],
    [3, null],
    [2, 200],
  ]);
  expect(next.entries[1]).toBe(first.entries[0]);
});
