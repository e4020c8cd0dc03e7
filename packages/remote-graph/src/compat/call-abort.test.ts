import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { slowness } from '../../../../src/testing/slowness.ts';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import {
  startRecordingProxy,
  type BlockedRequest,
  type ProxiedRequest,
  type RecordingProxy,
} from '../../../../src/testing/fault-servers/recording-proxy.ts';
import { GraphClient, RemoteGraph } from '../index.ts';

let real: SharedServer;
const watched: RecordingProxy[] = [];

beforeAll(async () => {
  real = await sharedServer('real');
});

afterEach(async () => {
  await Promise.all(watched.splice(0).map((server) => server.stop()));
});

async function watch(block?: (request: ProxiedRequest) => BlockedRequest): Promise<RecordingProxy> {
  const server = await startRecordingProxy(real.url, block);
  watched.push(server);
  return server;
}

const infoHangs = ({ path }: ProxiedRequest): BlockedRequest => (path === '/info' ? 'hang' : undefined);
const onThread = () => ({ configurable: { thread_id: randomUUID() } });

/** Only the caller ends a request, and the server kind is known by `/info` only. */
const patient = { headersMs: null, totalMs: null, serverKindMs: null };

/** Why a call failed. */
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error: unknown) => error,
  );

describe('a server whose /info never answers', () => {
  /** Every call that asks for the kind of server before or between its own requests. */
  const calls: readonly (readonly [
    string,
    (client: GraphClient, signal: AbortSignal) => Promise<unknown>,
  ])[] = [
    ['runs.stream', ({ runs }, signal) => runs.stream(randomUUID(), 'slow', { input: {}, signal }).runId],
    ['runs.create', ({ runs }, signal) => runs.create(randomUUID(), 'slow', { input: {}, signal })],
    ['runs.wait', ({ runs }, signal) => runs.wait(randomUUID(), 'slow', { input: {}, signal })],
    ['runs.list', ({ runs }, signal) => runs.list(randomUUID(), {}, { signal })],
    ['runs.bodyText', ({ runs }, signal) => runs.bodyText(randomUUID(), 'slow', {}, { signal })],
    [
      'runs.cancelMany',
      ({ runs }, signal) => runs.cancelMany({ threadId: randomUUID(), runIds: ['r'] }, { signal }),
    ],
    ['threads.delete', ({ threads }, signal) => threads.delete(randomUUID(), { signal })],
    [
      'threads.getState',
      ({ threads }, signal) =>
        threads.getState(randomUUID(), { checkpointId: 'c' }, { subgraphs: true, signal }),
    ],
    [
      'threads.getHistory',
      ({ threads }, signal) => threads.getHistory(randomUUID(), { before: 'c', signal }),
    ],
    [
      'RemoteGraph.invoke',
      (client, signal) => new RemoteGraph('slow', { client }).invoke({}, { ...onThread(), signal }),
    ],
  ];

  it.each(calls)('an abort ends %s at once, and leaves nothing open', async (_, call) => {
    const server = await watch(infoHangs);
    const client = new GraphClient({ url: server.url, apiKey: null, timeouts: patient });
    const stop = new AbortController();
    const reason = new Error('enough');
    const failed = failureOf(call(client, stop.signal));
    await expect.poll(() => server.open()).toEqual(['GET /info']);
    stop.abort(reason);
    // At once: before any server could respond to a request that is sent now.
    const response = fetch(`${server.url}/ok`).then((ok) => ok.text());
    expect(await Promise.race([failed, response])).toBe(reason);
    await response;
    await expect.poll(() => server.open()).toEqual([]);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(server.requests.map(({ path }) => path)).toEqual(['/info', '/ok']);
  });

  it('a timeout of a call ends it, too', async () => {
    const server = await watch(infoHangs);
    const client = new GraphClient({ url: server.url, apiKey: null, timeouts: patient });
    const graph = new RemoteGraph('slow', { client });
    expect(await failureOf(graph.invoke({}, { ...onThread(), timeout: 200 }))).toMatchObject({
      name: 'TimeoutError',
    });
    await expect.poll(() => server.open()).toEqual([]);
  });

  it('closing a stream before its run is started leaves nothing open and starts nothing', async () => {
    const server = await watch(infoHangs);
    const { runs } = new GraphClient({ url: server.url, apiKey: null, timeouts: patient });
    const run = runs.stream(randomUUID(), 'slow', {});
    await expect.poll(() => server.open()).toEqual(['GET /info']);
    run.close();
    expect((await run.end).outcome).toBe('lost');
    await expect.poll(() => server.open()).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('an aborting caller does not abort the shared request of others', async () => {
    let answer = false;
    const server = await watch((request) => (answer ? undefined : infoHangs(request)));
    const { runs } = new GraphClient({
      url: server.url,
      apiKey: null,
      timeouts: { headersMs: 700 * slowness(), serverKindMs: null },
    });
    const stop = new AbortController();
    const leaves = failureOf(runs.bodyText(randomUUID(), 'slow', {}, { signal: stop.signal }));
    const stays = runs.bodyText(randomUUID(), 'slow');
    await expect.poll(() => server.open()).toEqual(['GET /info']);
    stop.abort();
    await leaves;
    expect(server.open()).toEqual(['GET /info']);
    answer = true;
    expect(await stays).toContain('"assistant_id":"slow"');
  });
});

describe('starting a run on a server whose /info never answers', () => {
  const withoutInfo = ({ requests }: RecordingProxy): string[] =>
    requests.filter(({ path }) => path !== '/info').map(({ method, path }) => `${method} ${path}`);

  it('is not delayed on a thread without a remembered checkpoint', async () => {
    const server = await watch(infoHangs);
    const { runs } = new GraphClient({ url: server.url, apiKey: null, timeouts: { serverKindMs: 1 } });
    const threadId = randomUUID();
    const { run_id: runId } = await runs.create(threadId, 'slow', { input: {}, ifNotExists: 'create' });
    expect(runId).not.toBe('');
    expect(withoutInfo(server)).toEqual([`GET /threads/${threadId}`, `POST /threads/${threadId}/runs`]);
    await expect.poll(() => server.open()).toEqual([]);
  });

  it('is not delayed without a thread', async () => {
    const server = await watch(infoHangs);
    const { runs } = new GraphClient({ url: server.url, apiKey: null, timeouts: { serverKindMs: 1 } });
    expect(await runs.create(null, 'slow', { input: {} })).toMatchObject({ run_id: expect.any(String) });
    expect(withoutInfo(server)).toEqual(['POST /runs']);
  });
});

describe('the request for the server kind', () => {
  it('is shared by 100 concurrent first runs', async () => {
    const server = await watch();
    const { runs } = new GraphClient({ url: server.url, apiKey: null });
    await Promise.all(Array.from({ length: 100 }, () => runs.bodyText(randomUUID(), 'slow', { input: {} })));
    expect(server.requests.filter(({ path }) => path === '/info')).toHaveLength(1);
  });

  it('is sent with the headers and the query of the call, and is not shared with another user', async () => {
    const refused = ({ path, headers }: ProxiedRequest): BlockedRequest =>
      path.startsWith('/info') && headers['x-user'] !== 'a' ? { status: 401 } : undefined;
    const server = await watch(refused);
    const { runs } = new GraphClient({ url: server.url, apiKey: null });
    const options = { headers: { 'x-user': 'a' }, params: { tenant: 'one' } };
    await Promise.all([
      runs.bodyText(randomUUID(), 'slow', {}, { headers: { 'x-user': 'b' } }),
      runs.bodyText(randomUUID(), 'slow', {}, options),
    ]);
    const requests = server.requests.filter(({ path }) => path.startsWith('/info'));
    expect(requests.map(({ path, headers }) => [path, headers['x-user']])).toEqual([
      ['/info', 'b'],
      ['/info?tenant=one', 'a'],
    ]);
    // Known from the accepted request, so not requested again.
    await runs.bodyText(randomUUID(), 'slow');
    expect(server.requests.filter(({ path }) => path.startsWith('/info'))).toHaveLength(2);
  });
});
