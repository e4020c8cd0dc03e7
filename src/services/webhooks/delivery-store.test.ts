import { describe, expect, it } from 'vitest';
import { createDeliveryStore } from './delivery-store.ts';
import type { WebhookRequest } from './webhook-server.ts';
import { parsePayload } from './parse-payload.ts';
import type { StoredToken } from './webhook-token-store.ts';

const token = 'kJ3-x_9QwErTyUiOpAsDfGhJkLzXcVbNm1234567890';
const stored: StoredToken = {
  digest: 'd'.repeat(64),
  last4: '7890',
  connectionId: 'connection',
  threadId: 'thread',
  runId: 'run',
  endedAt: null,
};
const report = (body: string | Buffer, headers: WebhookRequest['headers'] = []): WebhookRequest => ({
  stored,
  token,
  contentType: 'text/plain',
  headers,
  body: Buffer.from(body),
});

describe('reading a report', () => {
  it('reads status and run from the body as claims', () => {
    const read = parsePayload(report('{"run_id":"r","status":"success","values":{"n":1}}'), 1_000);
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
  ])('%j is stored unchanged and claims nothing', (body) => {
    expect(parsePayload(report(body), 1_000)).toMatchObject({
      claimedRunId: null,
      claimedStatus: null,
      bodyText: body,
    });
  });

  it('accepts bytes that are not UTF-8', () => {
    const { bodyText, bodyIsJson } = parsePayload(report(Buffer.from([0xff, 0xfe, 0x41])), 1_000);
    expect([bodyText, bodyIsJson]).toEqual(['\ufffd\ufffdA', false]);
  });

  it('stores the start of a long body and how much is missing', () => {
    const body = JSON.stringify({ status: 'success', values: 'x'.repeat(5_000) });
    const read = parsePayload(report(body), 1_000);
    expect(read).toMatchObject({ claimedStatus: 'success', size: body.length, bodyIsJson: false });
    expect(read.bodyText.endsWith(`\n(${body.length - 1_000} more bytes were not stored.)`)).toBe(true);
    expect(read.bodyText.startsWith(body.slice(0, 1_000))).toBe(true);
  });

  it.each([
    ['in front', `{"status":"success","values":${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}}`, 'success'],
    ['behind', `{"values":${'['.repeat(3_000_000)}${']'.repeat(3_000_000)},"status":"success"}`, 'success'],
    ['nothing but brackets', '['.repeat(6_000_000), null],
    ['a status of megabytes', `{"status":"${'x'.repeat(6_000_000)}"}`, null],
    ['a million members', `{${'"a":1,'.repeat(1_000_000)}"status":"success"}`, 'success'],
    ['a string without an end', `{"status":"success","a":"${'x'.repeat(6_000_000)}`, null],
  ])('creates no objects from a body of 6 MB: %s', (_, body, claimedStatus) => {
    const before = process.memoryUsage().heapUsed;
    const read = parsePayload(report(body), 1_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 2 ** 20);
    expect(read).toMatchObject({ claimedStatus, bodyIsJson: false });
  });

  it('masks the token and the values of secret headers', () => {
    const body = JSON.stringify({ kwargs: { webhook: `http://127.0.0.1:1/hook/${token}` } });
    const headers = [
      { name: 'x-api-key', value: 'a-long-secret' },
      { name: 'authorization', value: 'Bearer abcdef' },
      { name: 'user-agent', value: 'node' },
      { name: 'referer', value: `/hook/${token}` },
    ];
    const read = parsePayload(report(body, headers), 1_000);
    expect(JSON.stringify(read)).not.toContain(token);
    expect(read.bodyText).toContain('/hook/…7890');
    expect(read.headers.map(({ value }) => value)).toEqual(['…cret', '…cdef', 'node', '/hook/…7890']);
  });
});

describe('storing deliveries', () => {
  const success = parsePayload(report('{"run_id":"r","status":"success"}'), 1_000);
  const limits = { deliveriesPerToken: 20, deliveries: 50, bodiesPerServer: 10_000, bodies: 1_000_000 };

  it('stores one delivery for each run and status, whatever else changes', () => {
    const store = createDeliveryStore({ limits });
    const later = parsePayload(report('{"run_id":"r","status":"success","webhook_sent_at":"later"}'), 1_000);
    const error = parsePayload(report('{"run_id":"r","status":"error"}'), 1_000);
    expect(store.add(stored, success).isRepeated).toBe(false);
    expect(store.add(stored, later).isRepeated).toBe(true);
    expect(store.add(stored, error).isRepeated).toBe(false);
    expect(store.add({ ...stored, digest: 'e'.repeat(64) }, success).isRepeated).toBe(false);
    expect(store.list().map(({ claimedStatus, count }) => [claimedStatus, count])).toEqual([
      ['success', 1],
      ['error', 1],
      ['success', 2],
    ]);
  });

  const addMany = (store: ReturnType<typeof createDeliveryStore>, from: StoredToken, count: number): void => {
    for (let n = 0; n < count; n += 1) {
      store.add(from, { ...success, claimedStatus: `s${n}`, bodyText: 'x'.repeat(500) });
    }
  };

  it('stores at most 20 for each token and 50 in all, and counts evicted ones', () => {
    const store = createDeliveryStore({ limits });
    addMany(store, stored, 1_000);
    expect(store.list()).toHaveLength(20);
    expect(store.list()[0]).toMatchObject({ claimedStatus: 's999' });
    for (let run = 0; run < 10; run += 1) addMany(store, { ...stored, digest: `token-${run}` }, 10);
    expect(store.list()).toHaveLength(50);
    expect(store.dropped()).toBe(980 + 70);
    // The token with the most loses one: every token of the server still has its newest.
    expect(new Set(store.list().map(({ id }) => store.content(id))).size).toBe(50);
    for (let run = 0; run < 10; run += 1) expect(store.forToken(`token-${run}`).length).toBeGreaterThan(0);
  });

  it('keeps the deliveries and bodies of other servers when one floods', () => {
    const store = createDeliveryStore({ limits });
    const other = { ...stored, digest: 'o'.repeat(64), connectionId: 'other' };
    addMany(store, other, 3);
    for (let run = 0; run < 100; run += 1) addMany(store, { ...stored, digest: `token-${run}` }, 100);
    const left = store.list().filter(({ connectionId }) => connectionId === 'other');
    expect(left.map(({ id }) => store.content(id)?.bodyText.length)).toEqual([500, 500, 500]);
  });

  it('limits the text of each server, and keeps the newest of each token first', () => {
    const store = createDeliveryStore({ limits: { ...limits, deliveriesPerToken: 50 } });
    addMany(store, { ...stored, digest: 'quiet' }, 1);
    addMany(store, stored, 40);
    const bodies = store.list().map(({ id }) => store.content(id)?.bodyText ?? '');
    expect(bodies[0]).toBe('x'.repeat(500));
    expect(bodies.at(-1)).toBe('x'.repeat(500));
    expect(bodies.at(-2)).toContain('was removed');
    expect(bodies.join('').length).toBeLessThan(10_000 + 50 * 80);
  });
});
