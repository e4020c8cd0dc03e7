import { afterEach, describe, expect, it } from 'vitest';
import { sweptEvents } from '../../../../src/testing/fault-servers/cut-sweep.ts';
import { encodeEvents } from '../../../../src/testing/fault-servers/fault-run-server.ts';
import {
  responseLength,
  startFaultServer,
  type FaultResponse,
  type FaultServer,
} from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient, type RunStream } from '../client.ts';

const servers: FaultServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const clientFor = (url: string, apiKey: string | null = null): GraphClient =>
  new GraphClient({ url, apiKey, retries: 0, reconnect: { baseMs: 2, maxMs: 5, attempts: 20 } });

/** The server's behavior after its first stream, which is cut after three events. */
type Then = 'goes on' | 'is down' | ((key: unknown) => boolean);

/** A server with one run. A function decides which keys it accepts after the cut. */
async function runServer(then: Then): Promise<FaultServer> {
  let hasCut = then === 'goes on';
  let isOver = false;
  const server = await startFaultServer(({ path, headers }): FaultResponse => {
    const stream = {
      headers: { 'content-type': 'text/event-stream', 'content-location': '/threads/t/runs/r' },
    };
    if (!hasCut && path.endsWith('/stream')) {
      hasCut = true;
      const response = { ...stream, chunks: encodeEvents(sweptEvents).slice(0, 3) };
      // Without the chunk that ends the body.
      return { ...response, cut: { afterBytes: responseLength(response) - 5, kind: 'fin' } };
    }
    if (hasCut && then === 'is down') return 'reset';
    if (hasCut && typeof then === 'function' && !then(headers['x-api-key']))
      return { status: 401, json: { detail: 'Wrong key.' } };
    if (path.endsWith('/stream')) {
      isOver = true;
      return { ...stream, chunks: encodeEvents(sweptEvents) };
    }
    if (!path.includes('/runs/')) return { json: { thread_id: 't', status: 'idle' } };
    const status = isOver ? 'success' : 'running';
    return { json: { run_id: 'r', thread_id: 't', assistant_id: 'a', status } };
  });
  servers.push(server);
  return server;
}

async function read(run: RunStream) {
  const ids: (string | null)[] = [];
  for await (const { id } of run) ids.push(id);
  return { ids, end: await run.end };
}

const allIds = sweptEvents.map(({ id }) => id);

describe('a cut stream whose server has another address or key', () => {
  it.each(['started', 'joined'])(
    '%s here, continues at the new address, without a second run or a repeated event',
    async (kind) => {
      const [before, after] = [await runServer('is down'), await runServer('goes on')];
      const [first, second] = [clientFor(before.url), clientFor(after.url)];
      const options = { currentClient: () => Promise.resolve(second) };
      const run =
        kind === 'started'
          ? first.runs.stream('t', 'a', {}, options)
          : first.runs.joinStream('t', 'r', { lastEventId: '-1' }, options);
      const links: string[] = [];
      run.onConnectionState((connectionState) => links.push(connectionState));
      const { ids, end } = await read(run);
      expect(ids).toEqual(allIds);
      expect(end).toMatchObject({ outcome: 'finished', incomplete: false });
      expect(links).toEqual(['live', 'reconnecting', 'live', 'ended']);
      expect(after.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    },
  );

  it('asks for the address again while the server is unreachable, and waits while it starts', async () => {
    const [before, after] = [await runServer('is down'), await runServer('goes on')];
    const first = clientFor(before.url);
    let requests = 0;
    const currentClient = async (): Promise<GraphClient> => {
      requests += 1;
      if (requests === 1) return first;
      if (requests === 2) throw new Error('The server could not be started.');
      return new Promise((resolve) => setImmediate(() => resolve(clientFor(after.url))));
    };
    const { ids, end } = await read(first.runs.stream('t', 'a', {}, { currentClient }));
    expect(ids).toEqual(allIds);
    expect(end.outcome).toBe('finished');
    expect(requests).toBe(3);
  });

  it('uses the new key if the old one is rejected', async () => {
    const server = await runServer((key) => key === 'new');
    const current = clientFor(server.url, 'new');
    const run = clientFor(server.url, 'old').runs.stream(
      't',
      'a',
      {},
      { currentClient: () => Promise.resolve(current) },
    );
    const { ids, end } = await read(run);
    expect(ids).toEqual(allIds);
    expect(end.outcome).toBe('finished');
  });

  it('is lost if the current key is rejected, too, even if each client is a new one', async () => {
    const server = await runServer(() => false);
    const currentClient = (): Promise<GraphClient> => Promise.resolve(clientFor(server.url, 'wrong'));
    const { ids, end } = await read(
      clientFor(server.url, 'old').runs.stream('t', 'a', {}, { currentClient }),
    );
    expect(ids).toEqual(allIds.slice(0, 3));
    expect(end).toMatchObject({ outcome: 'lost', incomplete: true });
    const requests = server.requests.filter(({ path }) => path.endsWith('/runs/r'));
    expect(requests).toHaveLength(2);
  });

  it('can be closed while it waits for the address', async () => {
    const server = await runServer('is down');
    const run = clientFor(server.url).runs.stream(
      't',
      'a',
      {},
      { currentClient: () => new Promise(() => setImmediate(() => run.close())) },
    );
    const { ids, end } = await read(run);
    expect(ids).toEqual(allIds.slice(0, 3));
    expect(end.outcome).toBe('lost');
  });
});
