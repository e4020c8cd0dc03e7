import { expect, it } from 'vitest';
import {
  RecordedDeliveries,
  RecordedRequest,
  RecordedRequests,
} from '../../../shared/model/recorded-records.ts';
import { WebhookContent } from '../../../shared/model/webhook.ts';
import { noLines, type LineFile } from '../format/line-file.ts';
import {
  readRecordedDeliveries,
  readRecordedDelivery,
  readRecordedRequest,
  readRecordedRequests,
} from './recorded-records.ts';

const id = 'recording-x';
const at = '2026-11-23T09:30:00.000Z';

/** A file with these lines, read a few at a time. */
const fileOf = (lines: readonly string[]): LineFile => ({
  ...noLines,
  length: lines.length,
  line: async (index) => lines[index] ?? '',
  lines: async (from, to) => lines.slice(from, Math.min(to, from + 3)),
});

const request = (path: string, more: object = {}): string =>
  JSON.stringify({ at, method: 'GET', path, ...more });

it('F-6: lists requests newest first, without bodies, and counts what is none', async () => {
  const lines = [
    request('/info', { purpose: 'connections.check', status: 200, ms: 4.5, response_body: '{}' }),
    '{"method":"GET","path":"/no-time"}',
    'null',
    request('/last', { status: 'x', ms: -1, request_body: 'a'.repeat(70_000) }),
  ];
  const listed = RecordedRequests.parse(await readRecordedRequests(id, fileOf(lines)));
  expect(listed).toMatchObject({ total: 4, unreadable: 2 });
  expect(listed.entries.map(({ path, status, ms, requestBody }) => [path, status, ms, requestBody])).toEqual([
    ['/last', null, null, null],
    ['/info', 200, 4.5, null],
  ]);
  const last = RecordedRequest.parse(await readRecordedRequest(id, fileOf(lines), 3));
  expect(last.response).toBeNull();
  expect([last.entry.requestBody?.length, last.entry.isBodyTruncated]).toEqual([65_536, true]);
  const first = await readRecordedRequest(id, fileOf(lines), 0);
  expect(first.response).toEqual({ headers: [], body: '{}', isTruncated: false });
  for (const index of [1, 2, 4])
    await expect(readRecordedRequest(id, fileOf(lines), index)).rejects.toMatchObject({ code: 'not-found' });
});

it('F-6: lists no more than the newest of many', async () => {
  const many = fileOf(Array.from({ length: 5_000 }, (_, index) => request(`/${index}`)));
  const { entries, total, unreadable } = await readRecordedRequests(id, many);
  expect([entries.length, entries[0]?.path, entries.at(-1)?.path]).toEqual([500, '/4999', '/4500']);
  expect([total, unreadable]).toEqual([5_000, 0]);
});

it('F-6, T-1: a delivery says what the server confirmed, and no more', async () => {
  const lines = [
    JSON.stringify({ received_at: at, run_id: 'r', claimed_status: 'success', body: '{"a":1}', count: 0 }),
    JSON.stringify({ received_at: at, claimed_status: 'error', confirmed_status: 'error', size: 12 }),
    JSON.stringify({ received_at: 'never' }),
  ];
  const listed = RecordedDeliveries.parse(await readRecordedDeliveries(id, fileOf(lines)));
  expect(listed).toMatchObject({ total: 3, unreadable: 1 });
  expect(listed.deliveries).toMatchObject([
    { seq: 2, confirmedStatus: 'error', confirmProblem: null, size: 12 },
    { seq: 1, confirmedStatus: null, confirmProblem: 'the recording has no answer of the server', count: 1 },
  ]);
  const content = WebhookContent.parse(await readRecordedDelivery(fileOf(lines), 0));
  expect(content).toEqual({ headers: [], bodyText: '{"a":1}', bodyIsJson: true, bodyIsWhole: false });
});
