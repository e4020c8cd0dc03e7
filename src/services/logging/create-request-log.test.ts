import { describe, expect, it } from 'vitest';
import type { RequestEvent } from 'remote-graph-client/client';
import { RequestLogChange, RequestResponse } from '../../shared/model/request-log.ts';
import { createRequestLog, maxResponsesLength, maxBodyLength, maxEntries } from './create-request-log.ts';
import { createScrubber } from './scrubber.ts';

const event = (id: number, more: Partial<RequestEvent> = {}): RequestEvent => ({
  phase: 'start',
  id,
  purpose: 'test',
  method: 'GET',
  path: '/info',
  requestBody: null,
  ...more,
});

const setUp = () => {
  const scrubber = createScrubber();
  return { scrubber, log: createRequestLog({ scrubber }) };
};

describe('the request log', () => {
  it('shows a pending request, then its response, newest first', () => {
    const { log } = setUp();
    const hear = log.observer('demo').onRequest;
    hear(event(1));
    hear(event(2, { path: '/ok' }));
    expect(log.snapshot().entries.map(({ path, status, ms }) => [path, status, ms])).toEqual([
      ['/ok', null, null],
      ['/info', null, null],
    ]);
    hear(event(1, { phase: 'answer', status: 200, ms: 12 }));
    hear(event(2, { phase: 'fail', ms: 3, problem: 'nothing listens' }));
    expect(log.snapshot()).toMatchObject({
      total: 2,
      entries: [
        { status: null, ms: 3, problem: 'nothing listens', connectionId: 'demo' },
        { status: 200, ms: 12, problem: null, purpose: 'test' },
      ],
    });
  });

  it('sends its watchers all requests at first, and then each new one and each end once', async () => {
    const { log } = setUp();
    const hear = log.observer('demo').onRequest;
    hear(event(1, { requestBody: '{}' }));
    hear(event(2));
    const changes = log.watch(new AbortController().signal)[Symbol.asyncIterator]();
    const next = async (): Promise<RequestLogChange> => RequestLogChange.parse((await changes.next()).value);
    expect(await next()).toMatchObject({
      entries: [{ id: 2 }, { id: 1 }],
      settled: [],
      oldestId: 1,
      total: 2,
    });
    hear(event(1, { phase: 'answer', status: 200, ms: 12 }));
    hear(event(3));
    const change = await next();
    expect(change.entries.map(({ id }) => id)).toEqual([3]);
    expect(change.settled).toEqual([{ id: 1, status: 200, ms: 12, problem: null }]);
    for (let id = 4; id <= maxEntries + 2; id += 1) hear(event(id));
    expect(await next()).toMatchObject({ oldestId: 3, total: maxEntries + 2 });
  });

  it('distinguishes the same id of different clients', () => {
    const { log } = setUp();
    const [one, two] = [log.observer('a').onRequest, log.observer('b').onRequest];
    one(event(1));
    two(event(1));
    one(event(1, { phase: 'answer', status: 201 }));
    expect(log.snapshot().entries.map(({ connectionId, status }) => [connectionId, status])).toEqual([
      ['b', null],
      ['a', 201],
    ]);
  });

  it('keeps only the newest entries, and counts all', () => {
    const { log } = setUp();
    const hear = log.observer('demo').onRequest;
    for (let id = 1; id <= maxEntries + 100; id += 1) hear(event(id));
    // Its entry was evicted, so that a late response is dropped.
    hear(event(1, { phase: 'answer', status: 200 }));
    const { entries, total } = log.snapshot();
    expect([entries.length, total]).toEqual([maxEntries, maxEntries + 100]);
    expect([entries[0]?.id, entries.at(-1)?.id]).toEqual([maxEntries + 100, 101]);
  });

  it('stores no secret, wherever it occurs', () => {
    const { log, scrubber } = setUp();
    scrubber.add('canary-secret');
    const hear = log.observer('demo').onRequest;
    const body = JSON.stringify({
      input: 'canary-secret',
      more: Buffer.from('x:canary-secret').toString('base64'),
    });
    hear(event(1, { path: '/threads?k=canary-secret', requestBody: body }));
    hear(event(1, { phase: 'fail', problem: 'refused canary-secret' }));
    const stored = JSON.stringify(log.snapshot());
    expect(stored).not.toContain('canary');
    expect(stored).not.toContain(Buffer.from('anary-secre').toString('base64').slice(0, 8));
  });

  it('shows only the last four characters of a webhook token', () => {
    const { log } = setUp();
    const token = `${'A1b2-_'.repeat(7)}z`;
    log
      .observer('demo')
      .onRequest(event(1, { requestBody: `{"webhook":"http://127.0.0.1:9/hook/${token}"}` }));
    const stored = log.snapshot().entries[0]?.requestBody ?? '';
    expect(stored).toBe(`{"webhook":"http://127.0.0.1:9/hook/…${token.slice(-4)}"}`);
  });

  it('truncates a long body, never within a secret', () => {
    const { log, scrubber } = setUp();
    scrubber.add('canary-secret');
    const body = `${'x'.repeat(maxBodyLength - 5)}canary-secret${'x'.repeat(100_000)}`;
    log.observer('demo').onRequest(event(1, { requestBody: body }));
    const stored = log.snapshot().entries[0]?.requestBody ?? '';
    expect(stored.length).toBeLessThanOrEqual(maxBodyLength);
    expect(stored).not.toContain('cana');
  });

  it('stores responses, truncated and without secrets', () => {
    const { log, scrubber } = setUp();
    scrubber.add('canary-secret');
    const { onRequest, onResponse } = log.observer('demo');
    const headers = new Headers({
      'content-type': 'application/json',
      'set-cookie': 'id=unknown-to-us',
      'x-session-token': 'unknown-to-us',
      'x-echo': 'Bearer canary-secret',
    });
    onRequest(event(7));
    expect(log.response(1)).toBeNull();
    onRequest(event(7, { phase: 'answer', status: 200, ms: 1 }));
    const body = `{"echo":"canary-secret","long":"${'x'.repeat(maxBodyLength)}`;
    onResponse({ id: 7, headers, body, isTruncated: false });
    const stored = log.response(1);
    expect(stored).toMatchObject({ isTruncated: true });
    expect(stored?.body?.length).toBeLessThanOrEqual(maxBodyLength);
    expect(JSON.stringify(stored)).not.toMatch(/canary|unknown-to-us/);
    expect(stored?.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
    expect(() => RequestResponse.parse(stored)).not.toThrow();
  });

  it('evicts the oldest responses beyond its limit, and those of evicted requests', () => {
    const { log } = setUp();
    const { onRequest, onResponse } = log.observer('demo');
    const rounds = Math.ceil(maxResponsesLength / maxBodyLength) + 20;
    for (let id = 1; id <= rounds; id += 1) {
      onRequest(event(id));
      onRequest(event(id, { phase: 'answer', status: 200, ms: 1 }));
      onResponse({ id, headers: new Headers(), body: 'x'.repeat(maxBodyLength), isTruncated: false });
    }
    expect(log.response(1)).toBeNull();
    expect(log.response(rounds)?.body).toHaveLength(maxBodyLength);
    const stored = Array.from({ length: rounds }, (_, index) => log.response(index + 1)?.body?.length ?? 0);
    expect(stored.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(maxResponsesLength);
    for (let id = 0; id < maxEntries; id += 1) onRequest(event(rounds + 1 + id));
    expect(log.response(rounds)).toBeNull();
  });

  it('publishes a snapshot at once, and one for many changes', async () => {
    const { log } = setUp();
    const leave = new AbortController();
    const hear = log.observer('demo').onRequest;
    const totals: number[] = [];
    for await (const { total } of log.watch(leave.signal)) {
      totals.push(total);
      if (total === 0) for (let id = 1; id <= 400; id += 1) hear(event(id));
      if (total === 400) leave.abort();
    }
    expect(totals).toEqual([0, 400]);
  });
});
