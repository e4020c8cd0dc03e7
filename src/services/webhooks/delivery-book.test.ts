import { describe, expect, it } from 'vitest';
import { createDeliveryBook } from './delivery-book.ts';
import type { Report } from './hook-server.ts';
import { readReport } from './read-report.ts';
import type { StoredToken } from './token-book.ts';

const token = 'kJ3-x_9QwErTyUiOpAsDfGhJkLzXcVbNm1234567890';
const stored: StoredToken = {
  digest: 'd'.repeat(64),
  last4: '7890',
  connectionId: 'connection',
  threadId: 'thread',
  runId: 'run',
  endedAt: null,
};
const report = (body: string | Buffer, headers: Report['headers'] = []): Report => ({
  stored,
  token,
  contentType: 'text/plain',
  headers,
  body: Buffer.from(body),
});

describe('reading a report', () => {
  it('W-3: takes status and run from the body as claims', () => {
    const read = readReport(report('{"run_id":"r","status":"success","values":{"n":1}}'), 1_000);
    expect(read).toMatchObject({ claimedRunId: 'r', claimedStatus: 'success', bodyIsJson: true });
  });

  it.each([
    'not json',
    '[1]',
    '"text"',
    'null',
    '',
    '{"status":1,"run_id":{}}',
    '{"a":',
    '{"__proto__":{"status":"x"}}',
  ])('W-4: %j is kept as it came and claims nothing', (body) => {
    expect(readReport(report(body), 1_000)).toMatchObject({
      claimedRunId: null,
      claimedStatus: null,
      bodyText: body,
    });
  });

  it('W-4: bytes that are no UTF-8 do not stop it', () => {
    const { bodyText, bodyIsJson } = readReport(report(Buffer.from([0xff, 0xfe, 0x41])), 1_000);
    expect([bodyText, bodyIsJson]).toEqual(['\ufffd\ufffdA', false]);
  });

  it('W-4: keeps the start of a long body and says how much is missing', () => {
    const body = JSON.stringify({ status: 'success', values: 'x'.repeat(5_000) });
    const read = readReport(report(body), 1_000);
    expect(read).toMatchObject({ claimedStatus: 'success', size: body.length, bodyIsJson: false });
    expect(read.bodyText.endsWith(`\n(${body.length - 1_000} more bytes were not kept.)`)).toBe(true);
    expect(read.bodyText.startsWith(body.slice(0, 1_000))).toBe(true);
  });

  it('W-2, L-1: the token and the values of secret headers are masked', () => {
    const body = JSON.stringify({ kwargs: { webhook: `http://127.0.0.1:1/hook/${token}` } });
    const headers = [
      { name: 'x-api-key', value: 'a-long-secret' },
      { name: 'authorization', value: 'Bearer abcdef' },
      { name: 'user-agent', value: 'node' },
      { name: 'referer', value: `/hook/${token}` },
    ];
    const read = readReport(report(body, headers), 1_000);
    expect(JSON.stringify(read)).not.toContain(token);
    expect(read.bodyText).toContain('/hook/…7890');
    expect(read.headers.map(({ value }) => value)).toEqual(['…cret', '…cdef', 'node', '/hook/…7890']);
  });
});

describe('keeping deliveries', () => {
  const success = readReport(report('{"run_id":"r","status":"success"}'), 1_000);
  const limits = { deliveries: 200, keptBodies: 10_000 };

  it('W-5: the same run and status is one delivery, whatever else changed', () => {
    const book = createDeliveryBook(limits);
    const later = readReport(report('{"run_id":"r","status":"success","webhook_sent_at":"later"}'), 1_000);
    const error = readReport(report('{"run_id":"r","status":"error"}'), 1_000);
    expect(book.add(stored, success).known).toBe(false);
    expect(book.add(stored, later).known).toBe(true);
    expect(book.add(stored, error).known).toBe(false);
    expect(book.add({ ...stored, digest: 'e'.repeat(64) }, success).known).toBe(false);
    expect(book.list().map(({ claimedStatus, count }) => [claimedStatus, count])).toEqual([
      ['success', 1],
      ['error', 1],
      ['success', 2],
    ]);
  });

  it('W-6: never more than 200 deliveries, nor more text than there is room for', () => {
    const book = createDeliveryBook(limits);
    for (let n = 0; n < 1_000; n += 1)
      book.add(stored, { ...success, claimedStatus: `s${n}`, bodyText: 'x'.repeat(500) });
    const list = book.list();
    expect(list).toHaveLength(200);
    expect(list[0]).toMatchObject({ claimedStatus: 's999', bodyText: 'x'.repeat(500) });
    expect(list.at(-1)?.bodyText).toContain('no longer kept');
    const text = list.reduce((sum, { bodyText }) => sum + bodyText.length, 0);
    expect(text).toBeLessThan(10_000 + 200 * 80);
  });
});
