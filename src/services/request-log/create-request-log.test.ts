import { describe, expect, it } from 'vitest';
import type { RequestEvent } from '../../remote-graph/client.ts';
import { RequestsPicture } from '../../shared/model/request-entry.ts';
import { createRequestLog, keptBody, keptEntries } from './create-request-log.ts';
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
  it('shows a request under way, then its answer, newest first', () => {
    const { log } = setUp();
    const hear = log.listener('demo');
    hear(event(1));
    hear(event(2, { path: '/ok' }));
    expect(log.picture().entries.map(({ path, status, ms }) => [path, status, ms])).toEqual([
      ['/ok', null, null],
      ['/info', null, null],
    ]);
    hear(event(1, { phase: 'answer', status: 200, ms: 12 }));
    hear(event(2, { phase: 'fail', ms: 3, problem: 'nothing listens' }));
    expect(log.picture()).toMatchObject({
      total: 2,
      entries: [
        { status: null, ms: 3, problem: 'nothing listens', connectionId: 'demo' },
        { status: 200, ms: 12, problem: null, purpose: 'test' },
      ],
    });
    expect(() => RequestsPicture.parse(log.picture())).not.toThrow();
  });

  it('keeps ids of different clients apart', () => {
    const { log } = setUp();
    const [one, two] = [log.listener('a'), log.listener('b')];
    one(event(1));
    two(event(1));
    one(event(1, { phase: 'answer', status: 201 }));
    expect(log.picture().entries.map(({ connectionId, status }) => [connectionId, status])).toEqual([
      ['b', null],
      ['a', 201],
    ]);
  });

  it('D-13: keeps the newest entries only, and counts all', () => {
    const { log } = setUp();
    const hear = log.listener('demo');
    for (let id = 1; id <= keptEntries + 100; id += 1) hear(event(id));
    // Its entry has fallen out: an answer that comes late is for nobody.
    hear(event(1, { phase: 'answer', status: 200 }));
    const { entries, total } = log.picture();
    expect([entries.length, total]).toEqual([keptEntries, keptEntries + 100]);
    expect([entries[0]?.id, entries.at(-1)?.id]).toEqual([keptEntries + 100, 101]);
  });

  it('L-1: no secret is kept, wherever it stood', () => {
    const { log, scrubber } = setUp();
    scrubber.add('canary-secret');
    const hear = log.listener('demo');
    const body = JSON.stringify({
      input: 'canary-secret',
      more: Buffer.from('x:canary-secret').toString('base64'),
    });
    hear(event(1, { path: '/threads?k=canary-secret', requestBody: body }));
    hear(event(1, { phase: 'fail', problem: 'refused canary-secret' }));
    const kept = JSON.stringify(log.picture());
    expect(kept).not.toContain('canary');
    expect(kept).not.toContain(Buffer.from('anary-secre').toString('base64').slice(0, 8));
  });

  it('W-2: the token of a webhook address is shown by its last four only', () => {
    const { log } = setUp();
    const token = `${'A1b2-_'.repeat(7)}z`;
    log.listener('demo')(event(1, { requestBody: `{"webhook":"http://127.0.0.1:9/hook/${token}"}` }));
    const kept = log.picture().entries[0]?.requestBody ?? '';
    expect(kept).toBe(`{"webhook":"http://127.0.0.1:9/hook/…${token.slice(-4)}"}`);
  });

  it('cuts a long body, never within a secret', () => {
    const { log, scrubber } = setUp();
    scrubber.add('canary-secret');
    const body = `${'x'.repeat(keptBody - 5)}canary-secret${'x'.repeat(100_000)}`;
    log.listener('demo')(event(1, { requestBody: body }));
    const kept = log.picture().entries[0]?.requestBody ?? '';
    expect(kept.length).toBeLessThanOrEqual(keptBody);
    expect(kept).not.toContain('cana');
  });

  it('gives a watcher the picture at once, and one picture for many changes', async () => {
    const { log } = setUp();
    const leave = new AbortController();
    const hear = log.listener('demo');
    const totals: number[] = [];
    for await (const { total } of log.watch(leave.signal)) {
      totals.push(total);
      if (total === 0) for (let id = 1; id <= 400; id += 1) hear(event(id));
      if (total === 400) leave.abort();
    }
    expect(totals).toEqual([0, 400]);
  });
});
