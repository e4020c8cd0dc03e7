import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GraphClient, type RunStream } from 'remote-graph-client/client';
import { sweptEvents } from '../../testing/fault-servers/cut-sweep.ts';
import { encodeEvents } from '../../testing/fault-servers/fault-run-server.ts';
import { startFreezingProxy, type FreezingProxy } from '../../testing/fault-servers/freezing-proxy.ts';
import { createHttpTransport } from './http-transport.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(ends.splice(0).map((end) => end()));
});

const chunks = encodeEvents(sweptEvents);
const ids = sweptEvents.map(({ id }) => id);

async function serveRun() {
  let first: ServerResponse | null = null;
  let starts = 0;
  let joins = 0;
  const http = createServer((request, response) => {
    request.resume();
    const isStream = request.url?.endsWith('/stream') === true;
    response.setHeader('content-location', '/threads/t/runs/r');
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
    if (request.method === 'POST') {
      starts += 1;
      first = response;
      response.write(chunks.slice(0, 3).join(''));
    } else if (isStream) {
      joins += 1;
      response.end(chunks.join(''));
    } else {
      const status = joins > 0 || first?.writableEnded === true ? 'success' : 'running';
      response.end(JSON.stringify({ run_id: 'r', thread_id: 't', assistant_id: 'a', status }));
    }
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  ends.push(async () => {
    http.closeAllConnections();
    await new Promise((closed) => http.close(closed));
  });
  const proxy = await startFreezingProxy((http.address() as AddressInfo).port);
  ends.push(() => proxy.stop());
  return {
    proxy,
    starts: () => starts,
    joins: () => joins,
    beat: () => void first?.write(': heartbeat\n\n'),
    finish: () => void first?.end(chunks.slice(3).join('')),
  };
}

function startRun({ url }: FreezingProxy) {
  const trust = { caText: null, insecure: false };
  const transport = createHttpTransport({ trust, proxyFor: () => Promise.resolve(null) });
  ends.push(() => transport.close());
  const client = new GraphClient({
    url,
    apiKey: null,
    fetch: transport.fetch,
    retries: 0,
    reconnect: { baseMs: 2, maxMs: 5 },
  });
  const run: RunStream = client.runs.stream('t', 'a', {});
  const links: string[] = [];
  run.onConnectionState((state) => links.push(state));
  const seen: (string | null)[] = [];
  const done = (async () => {
    for await (const { id } of run) seen.push(id);
  })();
  return { run, links, seen, done };
}

/** Turns of the event loop, which fake timers do not stop. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

const whole = { outcome: 'finished', error: null, incomplete: false };

describe('a network that freezes', () => {
  it('and resumes: every event comes once, of one run', async () => {
    const server = await serveRun();
    const { run, seen, done } = startRun(server.proxy);
    await until(() => seen.length === 3);
    server.proxy.freeze();
    server.finish();
    server.proxy.thaw();
    await done;
    expect(seen).toEqual(ids);
    expect(await run.end).toEqual(whole);
    expect(server.starts()).toBe(1);
  });

  it('and drops its connections: the run is joined again, not started again', async () => {
    const server = await serveRun();
    const { run, links, seen, done } = startRun(server.proxy);
    await until(() => seen.length === 3);
    server.proxy.freeze();
    server.proxy.cut();
    await until(() => links.includes('reconnecting'));
    server.proxy.thaw();
    await done;
    expect(seen).toEqual(ids);
    expect(await run.end).toEqual(whole);
    expect(server.starts()).toBe(1);
    expect(server.joins()).toBeGreaterThan(0);
  });

  it('for 90 s, including new connections: the silence is detected, and the stream resumes', async () => {
    const server = await serveRun();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { run, links, seen, done } = startRun(server.proxy);
    await until(() => seen.length === 3);
    for (let beat = 0; beat < 2; beat += 1) {
      vi.advanceTimersByTime(5_000);
      server.beat();
      await until(() => run.silenceMs === 0);
    }
    const opened = server.proxy.opened();
    server.proxy.freeze();
    for (let second = 0; second < 90; second += 1) {
      vi.advanceTimersByTime(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(links.at(-1)).toBe('reconnecting');
    await until(() => server.proxy.opened() > opened);
    server.proxy.thaw();
    await until(() => {
      vi.advanceTimersByTime(500);
      return links.at(-1) === 'ended';
    });
    await done;
    expect(seen).toEqual(ids);
    expect(await run.end).toEqual(whole);
    expect(server.starts()).toBe(1);
  });
});
