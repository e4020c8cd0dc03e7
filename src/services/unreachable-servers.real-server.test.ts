import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InboxServer } from '../shared/model/inbox.ts';
import { startFreezingProxy, type FreezingProxy } from '../testing/fault-servers/freezing-proxy.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../testing/services/memory-platform.ts';
import { startRealServer, type RealServer } from '../testing/real-server/real-server.ts';
import { createServices, type ServiceTimes, type StudioServices } from './create-services.ts';
import { inboxTimes } from './create-inbox.ts';
import { slowness } from '../testing/slowness.ts';

/** A real server behind a proxy that can freeze, and a closed port. */
let server: RealServer;
let proxy: FreezingProxy;
let platform: MemoryPlatform;
let services: StudioServices;
const leave = new AbortController();
let servers: readonly InboxServer[] = [];
/** The states of the silent server in the inbox, in order. */
const states: string[] = [];

/** As in the studio, only shorter. */
const times: ServiceTimes = {
  health: {
    interactive: 2_000,
    background: 1_000,
    recheck: { reachable: 30_000, unreachable: 300, offline: 300 },
  },
  inbox: { ...inboxTimes, answerWithin: 1_500, afterSilence: 300 },
};

beforeAll(async () => {
  [server, platform] = await Promise.all([startRealServer(), createMemoryPlatform()]);
  proxy = await startFreezingProxy(Number(new URL(server.url).port));
  services = createServices(platform, { times });
  const request = async (path: string, body: object): Promise<{ thread_id: string }> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as { thread_id: string };
  };
  const { thread_id: id } = await request('/threads', {});
  await request(`/threads/${id}/runs/wait`, { assistant_id: 'writer', input: {}, interrupt_before: '*' });
});

afterAll(async () => {
  leave.abort();
  await services.stop();
  await platform.dispose();
  await proxy.stop();
  await server.stop();
});

const save = (name: string, url: string) =>
  services.handlers.calls['connections.save'](
    { id: null, name, url, key: { change: 'remove' }, headers: [] },
    leave.signal,
  );

const serverNamed = (name: string): InboxServer | undefined => servers.find((one) => one.name === name);

it(
  'the Inbox names each unreachable server, keeps its known threads, and recovers by itself',
  async () => {
    const unused = await startFreezingProxy(1);
    await unused.stop();
    proxy.freeze();
    // The first check of a silent server is not awaited.
    void save('Mute', proxy.url);
    void save('Refuses', unused.url);
    void (async () => {
      for await (const snapshot of services.handlers.streams['inbox.watch']({}, leave.signal)) {
        ({ servers } = snapshot);
        const state = serverNamed('Mute')?.state;
        if (state !== undefined && state !== states.at(-1)) states.push(state);
      }
    })();
    await expect.poll(() => serverNamed('Refuses')?.state, { timeout: 8_000 * slowness() }).toBe('offline');
    expect(serverNamed('Refuses')?.problem?.code).toBe('unreachable');
    await expect.poll(() => states, { timeout: 13_000 * slowness() }).toEqual(['reading', 'offline']);
    expect(serverNamed('Mute')?.problem?.code).toBe('timeout');

    proxy.thaw();
    await expect.poll(() => serverNamed('Mute')?.threads.length, { timeout: 20_000 * slowness() }).toBe(1);
    const mute = serverNamed('Mute');
    expect(mute).toMatchObject({ state: 'read', problem: null });

    proxy.freeze();
    void services.handlers.calls['inbox.refresh']({}, leave.signal);
    await expect
      .poll(() => serverNamed('Mute')?.state, { timeout: 13_000 * slowness() })
      .toMatch(/^(failed|offline)$/);
    expect(serverNamed('Mute')).toMatchObject({ threads: mute?.threads, readAt: mute?.readAt });
    expect(serverNamed('Mute')?.problem?.message).toMatch(/respond/i);

    proxy.thaw();
    await expect.poll(() => serverNamed('Mute')?.state, { timeout: 20_000 * slowness() }).toBe('read');
    expect(serverNamed('Mute')?.threads).toHaveLength(1);
  },
  60_000 * slowness(),
);
