import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  RecordedDeliveries,
  RecordedRequest,
  RecordedRequests,
} from '../../shared/model/recorded-records.ts';
import { WebhookContent } from '../../shared/model/webhook.ts';
import { openLineFile, type LineFile } from './line-file.ts';
import {
  readRecordedDeliveries,
  readRecordedDelivery,
  readRecordedRequest,
  readRecordedRequests,
} from './recorded-records.ts';

const id = 'recording-x';
const at = '2026-11-23T09:30:00.000Z';

let folder: string;
const files: LineFile[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorded-'));
});
afterEach(() => Promise.all(files.splice(0).map((file) => file.close())));
afterAll(() => rm(folder, { recursive: true }));

/** A file with these lines, on the disk as it is in an opened recording. */
async function fileOf(lines: readonly string[]): Promise<LineFile> {
  const path = join(folder, 'lines.ndjson');
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  const file = await openLineFile(folder, 'lines.ndjson');
  files.push(file);
  return file;
}

const request = (path: string, more: object = {}): string =>
  JSON.stringify({ at, method: 'GET', path, ...more });

it('a recording lists requests newest first, without bodies, and counts what is none', async () => {
  const lines = [
    request('/info', { purpose: 'connections.check', status: 200, ms: 4.5, response_body: '{}' }),
    '{"method":"GET","path":"/no-time"}',
    'null',
    request('/last', { status: 'x', ms: -1, request_body: 'a'.repeat(600_000) }),
  ];
  const file = await fileOf(lines);
  const listed = RecordedRequests.parse(await readRecordedRequests(id, file));
  expect(listed).toMatchObject({ total: 4, unreadable: 2 });
  expect(listed.entries.map(({ path, status, ms, requestBody }) => [path, status, ms, requestBody])).toEqual([
    ['/last', null, null, null],
    ['/info', 200, 4.5, null],
  ]);
  const last = RecordedRequest.parse(await readRecordedRequest(id, file, 3));
  expect(last.response).toBeNull();
  expect(last.entry.requestBody?.length).toBeLessThan(525_000);
  // The view cut it, not the recording.
  expect(last.entry.requestBody).toMatch(/a\n\(75,712 more characters are in the recording\.\)$/);
  expect(last.entry.isBodyTruncated).toBe(false);
  const first = await readRecordedRequest(id, file, 0);
  expect(first.response).toEqual({ headers: [], body: '{}', isTruncated: false });
  for (const index of [1, 2, 4])
    await expect(readRecordedRequest(id, file, index)).rejects.toMatchObject({ code: 'not-found' });
});

it('a recording lists no more than the newest of many', async () => {
  const many = await fileOf(Array.from({ length: 5_000 }, (_, index) => request(`/${index}`)));
  const { entries, total, unreadable } = await readRecordedRequests(id, many);
  expect([entries.length, entries[0]?.path, entries.at(-1)?.path]).toEqual([500, '/4999', '/4500']);
  expect([total, unreadable]).toEqual([5_000, 0]);
});

it('a delivery says what the server confirmed, and no more', async () => {
  const lines = [
    JSON.stringify({ received_at: at, run_id: 'r', claimed_status: 'success', body: '{"a":1}', count: 0 }),
    JSON.stringify({ received_at: at, claimed_status: 'error', confirmed_status: 'error', size: 12 }),
    JSON.stringify({ received_at: 'never' }),
  ];
  const file = await fileOf(lines);
  const listed = RecordedDeliveries.parse(await readRecordedDeliveries(id, file));
  expect(listed).toMatchObject({ total: 3, unreadable: 1 });
  expect(listed.deliveries).toMatchObject([
    { seq: 2, confirmedStatus: 'error', confirmProblem: null, size: 12 },
    { seq: 1, confirmedStatus: null, confirmProblem: 'the recording has no answer of the server', count: 1 },
  ]);
  const content = WebhookContent.parse(await readRecordedDelivery(file, 0));
  expect(content).toEqual({ headers: [], bodyText: '{"a":1}', bodyIsJson: true, bodyIsWhole: false });
});

it('a recording lists the newest of records that are large together, and counts one that is too large', async () => {
  const maxBody = 'x'.repeat(256 * 1024);
  const large = Array.from({ length: 200 }, (_, index) =>
    request(`/${index}`, { response_body: index === 199 ? 'x'.repeat(9_000_000) : maxBody }),
  );
  const { entries, total, unreadable } = await readRecordedRequests(id, await fileOf(large));
  expect([total, unreadable, entries[0]?.path]).toEqual([200, 1, '/198']);
  expect(entries.length).toBeGreaterThan(100);
  expect(entries.at(-1)?.path).toBe(`/${199 - entries.length}`);
});

it('a body that the studio kept whole is shown whole, and one that it lacks is no empty one', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(250_000) });
  const lines = [
    JSON.stringify({ received_at: at, body, is_body_whole: true }),
    JSON.stringify({ received_at: at, body: null }),
  ];
  const file = await fileOf(lines);
  expect(await readRecordedDelivery(file, 0)).toMatchObject({
    bodyText: body,
    bodyIsJson: true,
    bodyIsWhole: true,
  });
  expect(await readRecordedDelivery(file, 1)).toMatchObject({
    bodyText: '(The recording does not have the body.)',
    bodyIsJson: false,
  });
});
