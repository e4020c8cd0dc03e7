import { expect, it, onTestFinished } from 'vitest';
import { openLoopbackReceiver } from '../../graph-server-check/loopback-receiver.ts';
import { startRealServer } from '../../testing/real-server/real-server.ts';
import { slowness } from '../../testing/slowness.ts';
import { checkServer } from './check-server.ts';
import { formatProfile, parseProfile } from './profile.ts';

it(
  'finds of the official server what its committed profile says, and leaves nothing behind',
  { timeout: 60_000 * slowness() },
  async () => {
    // Nobody else makes threads there, so that they can be counted.
    const server = await startRealServer({ check: true });
    onTestFinished(() => server.stop());
    const { url } = server;
    const receiver = await openLoopbackReceiver();
    const limits = { requestMs: 20_000 * slowness(), caseMs: 30_000 * slowness(), totalMs: 3_600_000 };
    const report = await checkServer({ url, receiver, concurrency: 16, limits });
    receiver.close();
    expect(report.stopped).toBeNull();
    expect(report.leftovers).toEqual([]);
    const count = await fetch(`${url}/threads/count`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await count.json(), 'threads on the server').toBe(0);
    const text = formatProfile(report.profile);
    expect(formatProfile(parseProfile(text))).toBe(text);
    const { name, version } = report.profile.server;
    const file = name.includes('Python') ? 'python' : 'javascript';
    // Updated by `npx vitest run -u` on this file.
    await expect(text).toMatchFileSnapshot(`profiles/${file}-${version}.json`);
  },
);
