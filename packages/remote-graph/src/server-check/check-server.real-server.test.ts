import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLoopbackReceiver } from '../../graph-server-check/loopback-receiver.ts';
import { startRealServer, type RealServer } from '../../../../src/testing/real-server/real-server.ts';
import { slowness } from '../../../../src/testing/slowness.ts';
import { checkServer } from './check-server.ts';
import { formatProfile, parseProfile } from './profile.ts';

// Nobody else makes anything there, so that it can be counted.
let server: RealServer;
beforeAll(async () => {
  server = await startRealServer({ check: true });
});
afterAll(() => server.stop());

async function count(path: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: '{}' });
  return response.json();
}

describe('a check of the official server', { timeout: 60_000 * slowness() }, () => {
  it('removes what it has made when it is ended', async () => {
    const graphs = await count('/assistants/count');
    const ended = new AbortController();
    const report = await checkServer({
      url: server.url,
      signal: ended.signal,
      onCase: ({ case: { id } }) => {
        if (id.startsWith('threads.')) ended.abort();
      },
    });
    expect(report.stopped).toBe('The check was stopped.');
    expect(report.leftovers).toEqual([]);
    expect(await count('/threads/count')).toBe(0);
    expect(await count('/assistants/count')).toBe(graphs);
  });

  it('finds what its committed profile says, and leaves nothing behind', async () => {
    const graphs = await count('/assistants/count');
    const receiver = await openLoopbackReceiver();
    const limits = { requestMs: 20_000 * slowness(), caseMs: 30_000 * slowness(), totalMs: 3_600_000 };
    const report = await checkServer({ url: server.url, receiver, concurrency: 16, limits });
    receiver.close();
    expect(report.stopped).toBeNull();
    expect(report.leftovers).toEqual([]);
    expect(await count('/threads/count')).toBe(0);
    expect(await count('/assistants/count')).toBe(graphs);
    const text = formatProfile(report.profile);
    expect(formatProfile(parseProfile(text))).toBe(text);
    const { name, version } = report.profile.server;
    const file = name.includes('Python') ? 'python' : 'javascript';
    // Updated by `npx vitest run -u` on this file.
    await expect(text).toMatchFileSnapshot(`profiles/${file}-${version}.json`);
  });
});
