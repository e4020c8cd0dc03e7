import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startFakeServer } from '../../testing/fake-server/fake-server.ts';
import { startFaultServer } from '../../testing/fault-servers/fault-server.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { findLocalServers, usualPorts } from './find-local-servers.ts';

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const { signal } = new AbortController();
const portOf = (url: string): number => Number(new URL(url).port);

it('discovery finds the real server and one that wants a key, among other programs and closed ports', async () => {
  const { url } = await sharedServer('real');
  const guarded = await startFakeServer({ apiKey: 'canary' });
  const webSite = await startFaultServer(() => ({ body: '<p>A web site' }));
  const refusing = await startFaultServer(() => ({ status: 403, body: 'No.' }));
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  ends.push(
    () => guarded.close(),
    () => webSite.stop(),
    () => refusing.stop(),
    () => silent.close(),
  );
  const silentPort = (silent.address() as AddressInfo).port;
  const ports = [portOf(url), portOf(guarded.url), webSite.port, refusing.port, silentPort, 9];
  const servers = await findLocalServers(signal, ports);
  expect(servers).toEqual([
    { url, version: '1.5.1', needsKey: false },
    { url: guarded.url, version: expect.any(String) as string, needsKey: true },
  ]);
  expect(guarded.requests.every(({ headers }) => headers['x-api-key'] === undefined)).toBe(true);
});

it('discovery tries the usual ports of this computer only', () => {
  for (const port of [2024, 8123, 8000]) expect(usualPorts).toContain(port);
  expect(usualPorts.length).toBeLessThan(30);
});
