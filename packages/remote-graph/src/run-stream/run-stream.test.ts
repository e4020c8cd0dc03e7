import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Cut } from '../../../../src/testing/fault-servers/fault-server.ts';
import {
  startFaultRunServer,
  type FaultEvent,
  type FaultRunServer,
  type RunBehaviour,
} from '../../../../src/testing/fault-servers/fault-run-server.ts';
import { GraphClient, type RunStream, type StreamEnd } from '../index.ts';
import { slowness } from '../../../../src/testing/slowness.ts';

const servers: FaultRunServer[] = [];
/** Streams that would never end if a test failed. */
const endless: RunStream[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const run of endless.splice(0)) run.close();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serverWith(behaviour: RunBehaviour): Promise<{ server: FaultRunServer; client: GraphClient }> {
  const server = await startFaultRunServer(behaviour);
  servers.push(server);
  const client = new GraphClient({
    url: server.url,
    apiKey: null,
    retries: 0,
    reconnect: { attempts: 5, baseMs: 2, maxMs: 10 },
  });
  return { server, client };
}

/** A run of 12 events, some with text that is not ASCII, some the same as others. */
const events: FaultEvent[] = [
  { id: '0', event: 'metadata', data: '{"run_id":"run-1","attempt":1}' },
  { id: '1', event: 'values', data: '{"log":["Grüße – 你好 🚀"]}' },
  ...Array.from({ length: 8 }, (_, index) => ({
    id: String(index + 2),
    event: index % 2 === 0 ? 'custom' : 'updates|write:4014035b',
    data: index % 2 === 0 ? '"tick"' : `{"n":${index},"text":"${'x'.repeat(250)}"}`,
  })),
  { id: '10', event: 'values', data: '{"log":["done"]}' },
  { id: '11', event: 'custom', data: '"last"' },
];

const contentOf = (list: readonly FaultEvent[]): string[] =>
  list.map(({ event, data }) => `${event} ${data}`);
const finished: StreamEnd = { outcome: 'finished', error: null, incomplete: false };

async function read(run: RunStream): Promise<{ seen: string[]; end: StreamEnd }> {
  const received: string[] = [];
  for await (const { event, namespace, text } of run)
    received.push(`${[event, ...namespace].join('|')} ${text}`);
  return { seen: received, end: await run.end };
}

/** Reads the run on many threads at once, a few at a time, and hands each result to `check`. */
async function sweep(
  threads: readonly string[],
  client: GraphClient,
  check: (threadId: string, result: { seen: string[]; end: StreamEnd }) => void,
): Promise<void> {
  const queue = [...threads];
  const worker = async (): Promise<void> => {
    for (let thread = queue.shift(); thread !== undefined; thread = queue.shift()) {
      check(thread, await read(client.runs.stream(thread, 'a', { input: {} })));
    }
  };
  await Promise.all(Array.from({ length: 12 }, worker));
}

describe('a run read through cut connections', () => {
  it('a clean end after any event is not success: the run is joined again', async () => {
    const threads = events.map((_, index) => `clean-${index}`);
    const cleanEndAfter = (threadId: string, opened: number): number | undefined =>
      opened === 0 ? Number(threadId.split('-')[1]) : undefined;
    const { client, server } = await serverWith({ events, cleanEndAfter });
    await sweep(threads, client, (threadId, { seen, end }) => {
      expect.soft(seen, threadId).toEqual(contentOf(events));
      expect.soft(end, threadId).toEqual(finished);
      expect.soft(server.runsOn(threadId), threadId).toBe(1);
    });
  });

  it('a finished run is joined once more for missed events', async () => {
    const cleanEndAfter = (_: string, opened: number): number | undefined => (opened === 0 ? 3 : undefined);
    const { client, server } = await serverWith({ events, cleanEndAfter, quick: true });
    expect(await read(client.runs.stream('t', 'a', {}))).toEqual({ seen: contentOf(events), end: finished });
    expect(server.requests.filter(({ path }) => path.endsWith('/runs/run-1/stream'))).toHaveLength(1);
  });

  it('nothing can be missing before an end event: the status is requested, and the run is not joined again', async () => {
    const end = { id: '12', event: 'end', data: '{"status":"success"}' };
    const { client, server } = await serverWith({ events: [...events, end], quick: true });
    expect(await read(client.runs.stream('t', 'a', {}))).toEqual({ seen: contentOf(events), end: finished });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /info',
      'POST /threads/t/runs/stream',
      'GET /threads/t/runs/run-1',
      'GET /threads/t',
    ]);
  });

  it('an end event of an active run is not its end', async () => {
    const end = { id: null, event: 'end', data: '' };
    const early = [...events.slice(0, 4), end, ...events.slice(4), end];
    const cleanEndAfter = (_: string, opened: number): number | undefined => (opened === 0 ? 5 : undefined);
    const { client } = await serverWith({ events: early, cleanEndAfter });
    expect(await read(client.runs.stream('t', 'a', {}))).toEqual({ seen: contentOf(events), end: finished });
  });

  it('a run that stays cut is followed through connection after connection', async () => {
    const cleanEndAfter = (_: string, opened: number): number | undefined => (opened < 12 ? 1 : undefined);
    const { client } = await serverWith({ events, cleanEndAfter });
    expect(await read(client.runs.stream('t', 'a', {}))).toEqual({ seen: contentOf(events), end: finished });
  });

  it('without Location the path is read from Content-Location, else from the metadata event', async () => {
    const cut = (_: string, opened: number): Cut | undefined =>
      opened === 0 ? { afterBytes: 400, kind: 'rst' } : undefined;
    for (const contentLocation of [true, false]) {
      const { client, server } = await serverWith({ events, cut, contentLocation });
      const run = client.runs.stream('t', 'a', {});
      expect(await read(run)).toEqual({ seen: contentOf(events), end: finished });
      expect(await run.runId).toBe('run-1');
      expect(server.requests.map(({ path }) => path)).toContain('/threads/t/runs/run-1/stream');
    }
  });

  it('a server that repeats the anchor, or everything, doubles nothing', async () => {
    const cut = (_: string, opened: number): Cut | undefined =>
      opened < 3 ? { afterBytes: 500 + opened * 200, kind: 'rst' } : undefined;
    for (const replay of ['from', 'all'] as const) {
      const { client } = await serverWith({ events, replay, cut });
      expect([replay, await read(client.runs.stream('t', 'a', {}))]).toEqual([
        replay,
        { seen: contentOf(events), end: finished },
      ]);
    }
  });

  it('events with the same id and content are each delivered', async () => {
    const shared = events.map((each, index) => ({ ...each, id: String(Math.floor(index / 3)) }));
    for (let afterBytes = 200; afterBytes < 1000; afterBytes += 25) {
      const cut = (_: string, opened: number): Cut | undefined =>
        opened === 0 ? { afterBytes, kind: 'fin' } : undefined;
      const { client } = await serverWith({ events: shared, replay: 'from', cut });
      const { seen } = await read(client.runs.stream('t', 'a', {}));
      expect([afterBytes, seen]).toEqual([afterBytes, contentOf(shared)]);
    }
  });

  it('repeats on a connection that was never cut are events, not duplicates', async () => {
    const again = [...events, ...events.slice(2).map((each) => ({ ...each }))];
    const { client } = await serverWith({ events: again });
    expect((await read(client.runs.stream('t', 'a', {}))).seen).toEqual(contentOf(again));
  });

  it('events without ids are never guessed: the end says that some may be missing', async () => {
    const bare = events.map((each) => ({ ...each, id: null }));
    const cut = (_: string, opened: number): Cut | undefined =>
      opened === 0 ? { afterBytes: 500, kind: 'rst' } : undefined;
    const { client, server } = await serverWith({ events: bare, cut, status: 'success' });
    const run = client.runs.stream('t', 'a', {});
    const received: string[] = [];
    const links: string[] = [];
    run.onConnectionState((connectionState) => {
      links.push(connectionState);
      // The run ends elsewhere while it is not being read.
      if (connectionState === 'reconnecting')
        void fetch(`${server.url}/threads/t/runs/run-1/stream`, lastEvent).then(drain);
    });
    for await (const { event, namespace, text } of run)
      received.push(`${[event, ...namespace].join('|')} ${text}`);
    expect(await run.end).toEqual({ ...finished, incomplete: true });
    expect(received.length).toBeGreaterThan(0);
    expect(contentOf(bare).slice(0, received.length)).toEqual(received);
    expect(links).toEqual(['live', 'reconnecting', 'ended']);
  });

  it('a run that is not resumable ends with what could be read, and says so', async () => {
    const cut = (_: string, opened: number): Cut | undefined =>
      opened === 0 ? { afterBytes: 500, kind: 'rst' } : undefined;
    const { client } = await serverWith({ events, cut, resumable: false });
    const { seen, end } = await read(client.runs.stream('t', 'a', { streamResumable: false }));
    expect(end).toEqual({ ...finished, incomplete: true });
    expect(contentOf(events).slice(0, seen.length)).toEqual(seen);
  });

  it('a payload that is not JSON is passed on as text, and the stream continues', async () => {
    const odd = [
      events[0],
      { id: '1', event: 'values', data: '{"n": NaN}' },
      { ...events[11], id: '2' },
    ] as FaultEvent[];
    const { client } = await serverWith({ events: odd });
    const parsed: unknown[] = [];
    for await (const frame of client.runs.stream('t', 'a', {})) {
      try {
        parsed.push(frame.json());
      } catch (error) {
        parsed.push(error instanceof Error ? error.name : error);
      }
    }
    expect(parsed).toEqual([{ run_id: 'run-1', attempt: 1 }, 'ProtocolError', 'last']);
  });

  it('an ended run that is read from its start and sends nothing is not complete', async () => {
    const { client } = await serverWith({ events: [], quick: true });
    const { run_id: runId } = await client.runs.create('t', 'a', {});
    const endAfter = async (lastEventId?: string): Promise<StreamEnd> =>
      (await read(client.runs.joinStream('t', runId, lastEventId === undefined ? {} : { lastEventId }))).end;
    expect(await endAfter('-1')).toEqual({ ...finished, incomplete: true });
    expect(await endAfter()).toEqual({ ...finished, incomplete: true });
    expect(await endAfter('11')).toEqual(finished);
  });

  it('rejected joins still end with the state of the run, marked as incomplete', async () => {
    const cut = (_: string, opened: number): Cut | undefined =>
      opened === 0 ? { afterBytes: 500, kind: 'rst' } : undefined;
    const { client } = await serverWith({ events, cut, replay: 'refused' });
    expect((await read(client.runs.stream('t', 'a', {}))).end).toEqual({ ...finished, incomplete: true });
  });

  it('a run that the server has forgotten is lost, and an unknown one can not be joined', async () => {
    const cut = (): Cut => ({ afterBytes: 500, kind: 'rst' });
    const { client } = await serverWith({ events, cut, forgetful: true });
    expect((await read(client.runs.stream('t', 'a', {}))).end).toMatchObject({
      outcome: 'lost',
      incomplete: true,
    });
    await expect(read(client.runs.joinStream('t', 'gone'))).rejects.toMatchObject({ status: 404 });
  });

  it('the budget is for failures in a row, then the run is lost', async () => {
    const cut = (): Cut => ({ afterBytes: 500, kind: 'rst' });
    const { client, server } = await serverWith({ events, cut });
    const run = client.runs.stream('t', 'a', {});
    for await (const frame of run) if (frame.event === 'values') await server.stop();
    expect(await run.end).toMatchObject({
      outcome: 'lost',
      error: { name: 'ConnectionError' },
      incomplete: true,
    });
  });
});

describe('reconnecting', () => {
  /** A run that is looked for until it is found, with an hour between the attempts. */
  function patient(url: string, baseMs = 3_600_000): RunStream {
    const reconnect = { attempts: Number.POSITIVE_INFINITY, baseMs, maxMs: baseMs };
    const client = new GraphClient({ url, apiKey: null, retries: 0, reconnect });
    const run = client.runs.stream('t', 'a', {});
    endless.push(run);
    return run;
  }
  const joins = ({ requests }: FaultRunServer): number =>
    requests.filter(({ path }) => path.endsWith('/run-1/stream')).length;
  /** Cuts the first connection and all others until it is opened. */
  const gatedServer = () => {
    const gate = { open: false, refused: 0 };
    const cut = (_: string, opened: number): Cut | undefined => {
      if (opened > 0 && !gate.open) gate.refused += 1;
      return opened === 0 || !gate.open ? { afterBytes: opened === 0 ? 900 : 0, kind: 'rst' } : undefined;
    };
    return { gate, cut };
  };

  it('is retried as long as it takes, and every event comes once', async () => {
    const { gate, cut } = gatedServer();
    const { server } = await serverWith({ events, cut });
    const reading = read(patient(server.url, 1));
    await expect.poll(() => gate.refused, { timeout: 15_000 * slowness() }).toBeGreaterThan(40);
    gate.open = true;
    expect(await reading).toEqual({ seen: contentOf(events), end: finished });
    expect(server.runsOn('t')).toBe(1);
  });

  it('skips the delay on request', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { gate, cut } = gatedServer();
    const { server } = await serverWith({ events, cut });
    const run = patient(server.url);
    const reading = read(run);
    await expect.poll(() => gate.refused, { timeout: 15_000 * slowness() }).toBe(1);
    gate.open = true;
    // A single request may come before the wait has started.
    const asking = setInterval(() => run.reconnectNow(), 5);
    const result = await reading.finally(() => clearInterval(asking));
    expect(result).toEqual({ seen: contentOf(events), end: finished });
  });

  it('sends no request while paused, and continues at once afterwards', async () => {
    const { server } = await serverWith({
      events,
      cut: (_, opened) => (opened === 0 ? { afterBytes: 900, kind: 'rst' } : undefined),
    });
    const run = patient(server.url);
    run.pauseReconnecting(true);
    const links: string[] = [];
    run.onConnectionState((connectionState) => links.push(connectionState));
    const reading = read(run);
    await expect.poll(() => links, { timeout: 15_000 * slowness() }).toEqual(['live', 'reconnecting']);
    // The run's status may have been requested, but the stream was not joined.
    await new Promise((resolve) => setImmediate(resolve));
    expect(joins(server)).toBe(0);
    run.pauseReconnecting(false);
    expect(await reading).toEqual({ seen: contentOf(events), end: finished });
    expect(joins(server)).toBeGreaterThan(0);
  });

  it('the rest of a finished run is requested ten times, then its end reports missing events', async () => {
    const cut = (_: string, opened: number): Cut => ({ afterBytes: opened === 0 ? 900 : 0, kind: 'rst' });
    const { server } = await serverWith({ events, cut, quick: true });
    const { end } = await read(patient(server.url, 1));
    expect(end).toEqual({ ...finished, incomplete: true });
    expect(server.requests.filter(({ path }) => path.endsWith('/run-1/stream')).length).toBeLessThanOrEqual(
      10,
    );
  });
});

const lastEvent = { headers: { 'last-event-id': '-1' } };

async function drain(response: Response): Promise<void> {
  await response.text();
}

describe('the end of a run', () => {
  it.each([
    ['success', 'idle', 'finished'],
    ['success', 'interrupted', 'interrupted'],
    ['error', 'error', 'failed'],
    ['interrupted', 'idle', 'cancelled'],
    ['timeout', 'error', 'failed'],
  ])('is reported by the server: run %s and thread %s are %s', async (status, threadStatus, outcome) => {
    const { client } = await serverWith({ events, status, threadStatus });
    expect((await read(client.runs.stream('t', 'a', {}))).end).toMatchObject({ outcome, incomplete: false });
  });

  it.each([
    [
      '{"error":"BoomError","message":"it broke"}',
      { outcome: 'failed', error: { name: 'BoomError', message: 'it broke' } },
    ],
    ['"it broke"', { outcome: 'failed', error: { name: 'Error', message: 'it broke' } }],
    ['not json', { outcome: 'failed', error: { name: 'Error', message: 'not json' } }],
    ['{"error":"Error","message":"rollback"}', { outcome: 'cancelled', error: null }],
    // langgraph-api 2.0.0 ends a run that was stopped with the action it was stopped by.
    ['{"error":"Error","message":"interrupt"}', { outcome: 'cancelled', error: null }],
  ])('is a failure after an error event: %s', async (data, end) => {
    const failing = [...events.slice(0, 2), { id: '2', event: 'error', data }];
    const { client } = await serverWith({ events: failing, status: 'error', threadStatus: 'error' });
    expect((await read(client.runs.stream('t', 'a', {}))).end).toMatchObject(end);
  });

  it.each(['{"__interrupt__":[]}', '{\t "__interrupt__": []}', '{\ndata:   "__interrupt__": []\ndata: }'])(
    'is an interrupt where a task waits, also if the server indents its events and calls the thread idle: %s',
    async (data) => {
      const interrupted = [...events.slice(0, 2), { id: '2', event: 'values', data }, ...events.slice(10)];
      const threadState = { values: {}, next: ['ask'], tasks: [] };
      const { client } = await serverWith({ events: interrupted, threadState });
      expect((await read(client.runs.stream('t', 'a', {}))).end).toMatchObject({ outcome: 'interrupted' });
    },
  );

  it('is a failure also where the server has an own name for its error event, and reports success', async () => {
    const data = '{"error":"BoomError","message":"it broke"}';
    const failing = [...events.slice(0, 2), { id: '2', event: '__stream_error__', data }];
    const { client } = await serverWith({ events: failing });
    const { seen, end } = await read(client.runs.stream('t', 'a', {}));
    expect(seen.at(-1)).toBe(`error ${data}`);
    expect(end).toMatchObject({ outcome: 'failed', error: { name: 'BoomError', message: 'it broke' } });
  });

  it('is not the error event of a run that the server retries', async () => {
    const failed = [
      ...events.slice(0, 2),
      { id: '2', event: 'error', data: '{"error":"BoomError","message":"once"}' },
    ];
    const retried = [
      { id: '3', event: 'metadata', data: '{"run_id":"run-1","attempt":2}' },
      ...events.slice(4),
    ];
    const all = [...failed, ...retried];
    const cleanEndAfter = (_: string, opened: number): number | undefined =>
      opened === 0 ? failed.length : undefined;
    const { client } = await serverWith({ events: all, cleanEndAfter });
    const { seen, end } = await read(client.runs.stream('t', 'a', {}));
    expect(seen).toEqual(contentOf(all));
    expect(end).toEqual(finished);
  });

  it('leaving never cancels; cancel sends one request', async () => {
    const { client, server } = await serverWith({ events });
    const left = client.runs.stream('t', 'a', {});
    for await (const frame of left) if (frame.event === 'values') break;
    expect((await left.end).outcome).toBe('lost');
    const closed = client.runs.stream('t', 'a', {});
    await closed.runId;
    closed.close();
    expect((await closed.end).error?.name).toBe('Closed');
    const cancels = (): number => server.requests.filter(({ path }) => path.endsWith('/cancel')).length;
    expect(cancels()).toBe(0);
    const stopped = client.runs.stream('t', 'a', {});
    await stopped.cancel();
    await read(stopped);
    expect(cancels()).toBe(1);
    expect(
      server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/stream')).length,
    ).toBe(3);
  });

  it('is an error if nothing was started', async () => {
    const { client } = await serverWith({ events });
    const signal = AbortSignal.abort(new Error('not wanted'));
    const run = client.runs.stream('t', 'a', {}, { signal });
    await expect(run.runId).rejects.toThrow('not wanted');
    await expect(read(run)).rejects.toThrow('not wanted');
    await expect(run.end).rejects.toThrow('not wanted');
  });
});
