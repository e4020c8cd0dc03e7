import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sweptEvents } from '../../../../src/testing/fault-servers/cut-sweep.ts';
import {
  encodeEvents,
  startFaultRunServer,
  type FaultEvent,
  type FaultRun,
  type FaultRunServer,
} from '../../../../src/testing/fault-servers/fault-run-server.ts';
import {
  startFaultServer,
  type FaultResponse,
  type FaultServer,
} from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient, type GraphClientSettings, type RunStream } from '../client.ts';

const servers: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const clientFor = (url: string, settings: Partial<GraphClientSettings> = {}): GraphClient =>
  new GraphClient({ url, apiKey: null, retries: 0, reconnect: { baseMs: 2, maxMs: 5 }, ...settings });

async function runServer(events: readonly FaultEvent[], runs?: FaultRun[]): Promise<FaultRunServer> {
  const server = await startFaultRunServer({ events }, runs);
  servers.push(server);
  return server;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

const idsOf = async (run: RunStream): Promise<(string | null)[]> => {
  const ids: (string | null)[] = [];
  for await (const { id } of run) ids.push(id);
  return ids;
};
const allIds = sweptEvents.map(({ id }) => id);

async function silentServer(first: readonly string[]): Promise<FaultServer> {
  let over = false;
  const server = await startFaultServer(({ method, path }): FaultResponse => {
    const stream = {
      headers: { 'content-type': 'text/event-stream', 'content-location': '/threads/t/runs/r' },
    };
    if (method === 'POST' && path.endsWith('/runs/stream')) return { ...stream, chunks: first, stall: true };
    if (path.endsWith('/stream')) {
      over = true;
      return { ...stream, chunks: encodeEvents(sweptEvents) };
    }
    if (path.endsWith('/cancel')) return { status: 202 };
    if (!path.includes('/runs/')) return { json: { thread_id: 't', status: 'idle' } };
    return { json: { run_id: 'r', thread_id: 't', assistant_id: 'a', status: over ? 'success' : 'running' } };
  });
  servers.push(server);
  return server;
}

describe('a connection that is silent', () => {
  it('after two heartbeats a silence is a cut, and the run is joined again, not started again', async () => {
    let pieces = 0;
    const streams: { write(text: string): unknown }[] = [];
    let over = false;
    const http = createServer((request, response) => {
      request.resume();
      response.setHeader('content-location', '/threads/t/runs/r');
      if (request.method === 'POST') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        streams.push(response);
        response.write(encodeEvents(sweptEvents).slice(0, 3).join(''));
      } else if (request.url?.endsWith('/stream')) {
        over = true;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(encodeEvents(sweptEvents).join(''));
      } else {
        response.setHeader('content-type', 'application/json');
        const status = over ? 'success' : 'running';
        response.end(JSON.stringify({ run_id: 'r', thread_id: 't', assistant_id: 'a', status }));
      }
    });
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
    servers.push({
      stop: async () => {
        http.closeAllConnections();
        await new Promise((closed) => http.close(closed));
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const run = clientFor(`http://127.0.0.1:${(http.address() as AddressInfo).port}`).runs.stream(
      't',
      'a',
      {},
    );
    const links: string[] = [];
    run.onConnectionState((connectionState) => links.push(connectionState));
    const ids: (string | null)[] = [];
    const reading = (async () => {
      for await (const { id } of run) {
        ids.push(id);
        pieces += 1;
      }
    })();
    await until(() => pieces === 3);
    for (let beat = 0; beat < 2; beat += 1) {
      vi.advanceTimersByTime(5_000);
      streams[0]?.write(': heartbeat\n\n');
      await until(() => run.silenceMs === 0);
    }
    vi.advanceTimersByTime(14_000);
    expect(run.silenceMs).toBe(14_000);
    expect(links).toEqual(['live']);
    await until(() => {
      vi.advanceTimersByTime(500);
      return links.at(-1) === 'ended';
    });
    await reading;
    expect(links).toEqual(['live', 'reconnecting', 'live', 'ended']);
    expect(ids).toEqual(allIds);
    expect(streams).toHaveLength(1);
  });

  it('cancel settles while the stream is silent, long before its next attempt, and so does leaving it', async () => {
    const server = await silentServer(encodeEvents(sweptEvents).slice(0, 2));
    const client = clientFor(server.url, { reconnect: { baseMs: 60_000, maxMs: 60_000 } });
    const run = client.runs.stream('t', 'a', {});
    const reading = run[Symbol.asyncIterator]();
    await reading.next();
    await reading.next();
    const waiting = reading.next();
    // The next attempt would be a minute later.
    await run.cancel();
    run.close();
    expect((await waiting).done).toBe(true);
    expect((await run.end).outcome).toBe('lost');
    expect(server.requests.filter(({ path }) => path.endsWith('/cancel'))).toHaveLength(1);
  });

  it('an abort is reported at once, also while the stream waits to reconnect', async () => {
    const server = await silentServer(encodeEvents(sweptEvents).slice(0, 2));
    const controller = new AbortController();
    const client = clientFor(server.url, { reconnect: { baseMs: 600_000, maxMs: 600_000 } });
    const run = client.runs.stream('t', 'a', {}, { signal: controller.signal });
    const reading = idsOf(run).catch((error: unknown) => error);
    await run.runId;
    run.onConnectionState((connectionState) => {
      // The request for the run's status gets no response; the next one would be sent minutes later.
      if (connectionState === 'reconnecting') setImmediate(() => controller.abort('enough'));
    });
    await server.stop();
    expect(await reading).toBe('enough');
    expect(await run.end).toMatchObject({ outcome: 'lost', incomplete: true });
  });

  it('a stream has no limit for its first byte, a plain read has', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = await startFaultServer(async ({ path }): Promise<FaultResponse> => {
      if (path === '/info') return { json: { version: '1' } };
      if (!path.endsWith('/stream')) return 'hang';
      await released;
      return { headers: { 'content-type': 'text/event-stream' }, chunks: encodeEvents(sweptEvents) };
    });
    servers.push(server);
    const client = clientFor(server.url, { timeouts: { headersMs: 40, bodyMs: 40, totalMs: 40 } });
    const run = client.runs.stream(null, 'a', {});
    const ids = idsOf(run);
    await expect(client.threads.get('t')).rejects.toMatchObject({ name: 'TimeoutError', stage: 'headers' });
    expect(run.silenceMs).toBeGreaterThanOrEqual(40);
    release();
    expect(await ids).toEqual(allIds);
  });

  it('a proxy that buffers everything and then releases it at once changes nothing', async () => {
    const server = await startFaultServer(({ path }): FaultResponse => {
      if (path === '/info') return { json: { version: '1' } };
      const stream = {
        headers: { 'content-type': 'text/event-stream', 'content-location': '/threads/t/runs/r' },
      };
      if (path.endsWith('/runs/stream')) return { ...stream, chunks: [encodeEvents(sweptEvents).join('')] };
      if (path.endsWith('/stream')) return { ...stream, body: '' };
      if (!path.includes('/runs/')) return { json: { thread_id: 't', status: 'idle' } };
      return { json: { run_id: 'r', thread_id: 't', assistant_id: 'a', status: 'success' } };
    });
    servers.push(server);
    const run = clientFor(server.url).runs.stream('t', 'a', {});
    expect(await idsOf(run)).toEqual(allIds);
    expect(await run.end).toEqual({ outcome: 'finished', error: null, incomplete: false });
  });
});

describe('a stateless run', () => {
  const bare = sweptEvents.map((each) => ({ ...each, id: null }));

  /** Its stream is cut after so many bytes; a join returns all of it, with ids, or fails. */
  async function statelessServer(afterBytes: number, joinable: boolean): Promise<FaultServer> {
    const server = await startFaultServer(({ method, path }): FaultResponse => {
      if (path === '/info') return { json: { version: '1' } };
      const stream = { headers: { 'content-type': 'text/event-stream', 'content-location': '/runs/r' } };
      const cut = { afterBytes, kind: 'rst' } as const;
      if (method === 'POST') return { ...stream, chunks: encodeEvents(bare), cut };
      return joinable ? { ...stream, chunks: encodeEvents(sweptEvents) } : { status: 404, body: 'Not Found' };
    });
    servers.push(server);
    return server;
  }

  const textsOf = async (run: RunStream): Promise<string[]> => {
    const texts: string[] = [];
    for await (const { text } of run) texts.push(text);
    return texts;
  };

  it('is joined again from its start if the server can, with every event once, also without ids', async () => {
    for (let afterBytes = 200; afterBytes < 2800; afterBytes += 100) {
      const server = await statelessServer(afterBytes, true);
      const run = clientFor(server.url).runs.stream(null, 'a', {});
      expect([afterBytes, await textsOf(run)]).toEqual([afterBytes, bare.map(({ data }) => data)]);
      expect(await run.end).toEqual({ outcome: 'finished', error: null, incomplete: false });
      expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    }
  });

  it('is lost if the server can not, and says so', async () => {
    const server = await statelessServer(900, false);
    const run = clientFor(server.url).runs.stream(null, 'a', {});
    expect((await textsOf(run)).length).toBeGreaterThan(0);
    expect(await run.end).toMatchObject({ outcome: 'lost', incomplete: true });
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a server that is restarted', () => {
  it('after any event of a run: every event once, one run', async () => {
    for (let after = 1; after <= 20; after += 1) {
      const runs: FaultRun[] = [];
      const first = await startFaultRunServer(
        { events: sweptEvents, cut: () => ({ afterBytes: 150 + 130 * after, kind: 'rst' }) },
        runs,
      );
      let url = first.url;
      const moved: typeof fetch = (input, init) => fetch(String(input).replace(first.url, url), init);
      const run = clientFor(first.url, {
        fetch: moved,
        reconnect: { attempts: 50, baseMs: 2, maxMs: 4 },
      }).runs.stream('t', 'a', {});
      await run.runId;
      const ids = idsOf(run);
      await first.stop();
      const second = await runServer(sweptEvents, runs);
      url = second.url;
      expect([after, await ids]).toEqual([after, allIds]);
      expect([first.runsOn('t'), (await run.end).incomplete]).toEqual([1, false]);
    }
  });
});

describe('a slow reader', () => {
  it('applies back-pressure to the server, and loses nothing', async () => {
    const events = 5_000;
    const payload = JSON.stringify('x'.repeat(10_000));
    let sent = 0;
    const http = createServer((request, response) => {
      request.resume();
      if (request.url !== '/runs/stream') {
        response.setHeader('content-type', 'application/json');
        response.end('{"version":"1"}');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const write = (): void => {
        while (sent < events) {
          sent += 1;
          if (!response.write(`event: custom\ndata: ${payload}\nid: ${sent}\n\n`)) break;
        }
        if (sent === events) response.end();
        else response.once('drain', write);
      };
      write();
    });
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
    servers.push({
      stop: async () => {
        http.closeAllConnections();
        await new Promise((closed) => http.close(closed));
      },
    });
    const client = clientFor(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    const run = client.runs.stream(null, 'a', {});
    const reading = run[Symbol.asyncIterator]();
    await reading.next();
    // While these round trips take place, the server could send everything.
    for (let trip = 0; trip < 100; trip += 1) await client.meta.info();
    // 50 MB in all; the sockets of both sides hold a few.
    expect(sent * payload.length).toBeLessThan(24 * 2 ** 20);
    let received = 1;
    while ((await reading.next()).done !== true) received += 1;
    expect([received, sent]).toEqual([events, events]);
  });
});
