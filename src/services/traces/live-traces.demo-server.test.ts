import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TraceSettingsDraft, TracesSnapshot } from '../../shared/model/traces.ts';
import { startOtlpReceiver, type OtlpReceiver } from '../../testing/traces/otlp-receiver.ts';
import { createDemoStudio, type DemoStudio } from '../../testing/services/demo-studio.ts';
import { startDemoServer } from '../../testing/start-shared-servers.ts';
import { slowness } from '../../testing/slowness.ts';
import { traceLimits } from './create-traces.ts';

const { signal } = new AbortController();
// Every run of the server is sent, so no other tests may run there.
let demoServer: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  demoServer = await startDemoServer();
});
afterAll(() => demoServer.stop());
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step();
});

const quick = { ...traceLimits, times: { settled: 300, firstPause: 200, maxPause: 1000 } };
const waiting = { timeout: 40_000 * slowness(), interval: 100 };

async function studio(limits = quick): Promise<DemoStudio> {
  const started = await createDemoStudio(limits, demoServer.server);
  cleanups.push(() => started.stop());
  return started;
}

async function receiver(...args: Parameters<typeof startOtlpReceiver>): Promise<OtlpReceiver> {
  const started = await startOtlpReceiver(...args);
  cleanups.push(() => started.stop());
  return started;
}

const draft = (url: string, change: Partial<TraceSettingsDraft> = {}): TraceSettingsDraft => ({
  isOn: true,
  url,
  headers: [],
  storage: 'sealed',
  withContent: false,
  service: null,
  traceUrl: null,
  ...change,
});

const save = ({ services, connectionId }: DemoStudio, settings: TraceSettingsDraft) =>
  services.handlers.calls['traces.save']({ connectionId, draft: settings }, signal);

async function snapshot({ services, connectionId }: DemoStudio): Promise<TracesSnapshot> {
  for await (const item of services.handlers.streams['traces.watch']({ connectionId }, signal)) return item;
  throw new Error('No snapshot.');
}

const rootsOf = (otlp: OtlpReceiver): string[] =>
  otlp.spans().flatMap(({ name, attributes }) => {
    const threadId = attributes['session.id'];
    return name.startsWith('invoke_agent') && typeof threadId === 'string' ? threadId : [];
  });

const broken = (one: DemoStudio): Promise<string> => one.runGraph('broken', { input: {} });

describe('traces that are sent when runs end', { timeout: 120_000 * slowness() }, () => {
  it('are those of other clients’ runs that end from then on, each once, with the header and without content', async () => {
    const otlp = await receiver();
    const one = await studio();
    await broken(one);
    expect((await snapshot(one)).sending).toBeNull();
    await save(one, draft(otlp.url, { isOn: false }));
    await broken(one);
    const headers = [{ name: 'x-api-key', value: 'otlp-canary-0815' }];
    const view = await save(one, draft(otlp.url, { headers, service: 'night shift' }));
    expect(view.headers).toEqual([{ name: 'x-api-key', last4: '0815' }]);
    const threads = [
      await broken(one),
      await one.runGraph('writer', { input: { topic: 'canary', pace: 0 } }),
    ];
    await vi.waitFor(() => expect(rootsOf(otlp).toSorted()).toEqual(threads.toSorted()), waiting);
    await vi.waitFor(
      async () =>
        expect((await snapshot(one)).sending).toMatchObject({
          sent: 2,
          waiting: 0,
          dropped: 0,
          lastError: null,
        }),
      waiting,
    );
    for (const request of otlp.requests) expect(request.headers['x-api-key']).toBe('otlp-canary-0815');
    expect(JSON.stringify(otlp.spans())).not.toContain('canary');
    expect(otlp.spans()[0]?.resource['service.name']).toBe('night shift');

    await one.restart();
    const third = await broken(one);
    await vi.waitFor(() => expect(rootsOf(otlp)).toContain(third), waiting);
    expect(rootsOf(otlp)).toHaveLength(3);
    await save(one, draft(otlp.url, { isOn: false, headers: [{ name: 'x-api-key', value: null }] }));
    expect((await snapshot(one)).sending).toBeNull();
  });

  it('are put below the span of the app that started the run', async () => {
    const otlp = await receiver();
    const one = await studio();
    await save(one, draft(otlp.url));
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    const metadata = { traceparent: `00-${traceId}-${spanId}-01` };
    await one.runGraph('writer', { input: { topic: 'tides', pace: 0 }, metadata });
    await vi.waitFor(() => expect(rootsOf(otlp)).toHaveLength(1), waiting);
    const spans = otlp.spans();
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    const [root, ...inside] = spans.filter(({ parentSpanId }) => parentSpanId === spanId);
    expect([root?.name, inside]).toEqual(['invoke_agent writer', []]);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId).length).toBeGreaterThan(0);
  });

  it('wait on the disk while the receiver takes none, and arrive once after a restart', async () => {
    let isUp = false;
    const otlp = await receiver((response: ServerResponse) => {
      if (isUp) response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      else response.writeHead(503, { 'retry-after': '1' }).end('down');
    });
    const one = await studio();
    await save(one, draft(otlp.url));
    const threads = [await broken(one), await broken(one)];
    await vi.waitFor(async () => {
      const { sending } = await snapshot(one);
      expect(sending).toMatchObject({ sent: 0, waiting: 2 });
      expect(sending?.lastError?.problem.message).toMatch(/takes no traces at the moment \(status 503\)/);
    }, waiting);
    await one.restart();
    await vi.waitFor(
      async () => expect((await snapshot(one)).sending).toMatchObject({ waiting: 2 }),
      waiting,
    );
    otlp.requests.length = 0;
    isUp = true;
    await vi.waitFor(
      async () => expect((await snapshot(one)).sending).toMatchObject({ sent: 2, waiting: 0 }),
      waiting,
    );
    expect(new Set(rootsOf(otlp))).toEqual(new Set(threads));
  });

  it('are dropped, oldest first, when there is no room for them, and left out when the receiver refuses them', async () => {
    let status = 503;
    const otlp = await receiver((response) => void response.writeHead(status).end('no'));
    const one = await studio({ ...quick, queueBytes: 3000 });
    await save(one, draft(otlp.url));
    for (let index = 0; index < 3; index += 1) await broken(one);
    await vi.waitFor(async () => {
      const { sending } = await snapshot(one);
      expect(sending?.dropped).toBeGreaterThan(0);
      expect((sending?.dropped ?? 0) + (sending?.waiting ?? 0)).toBe(3);
    }, waiting);
    status = 400;
    await vi.waitFor(async () => {
      const { sending } = await snapshot(one);
      expect(sending).toMatchObject({ waiting: 0, sent: 0 });
      expect((sending?.refused ?? 0) + (sending?.dropped ?? 0)).toBe(3);
      expect(sending?.refused).toBeGreaterThan(0);
    }, waiting);
  });

  it('are made without content if that was turned off while they waited', async () => {
    let isUp = false;
    const otlp = await receiver((response) => void response.writeHead(isUp ? 200 : 503).end());
    const one = await studio();
    await save(one, draft(otlp.url, { withContent: true }));
    await one.runGraph('writer', { input: { topic: 'canary', pace: 0 } });
    await vi.waitFor(() => expect(JSON.stringify(otlp.spans())).toContain('canary'), waiting);
    await save(one, draft(otlp.url));
    // An attempt that had started before may still arrive.
    await vi.waitFor(() => {
      const arrived = JSON.stringify(otlp.spans());
      otlp.requests.length = 0;
      expect(arrived).toContain('traceId');
      expect(arrived).not.toContain('canary');
    }, waiting);
    isUp = true;
    await vi.waitFor(async () => expect((await snapshot(one)).sending).toMatchObject({ sent: 1 }), waiting);
    expect(rootsOf(otlp).length).toBeGreaterThan(0);
    expect(JSON.stringify(otlp.spans())).not.toContain('canary');
  });
});

describe('the test span', { timeout: 60_000 * slowness() }, () => {
  it('says what the receiver answered, and saves nothing', async () => {
    const otlp = await receiver();
    const one = await studio();
    const { services, connectionId } = one;
    const test = (settings: TraceSettingsDraft) =>
      services.handlers.calls['traces.test']({ connectionId, draft: settings }, signal);
    expect(await test(draft(otlp.url, { service: 'trial' }))).toMatchObject({
      url: `${otlp.url}/v1/traces`,
      service: 'trial',
      sent: 1,
      rejected: 0,
    });
    expect(otlp.spans()).toMatchObject([{ name: 'test of remote-graph-studio' }]);
    expect((await snapshot(one)).settings.url).toBe('');

    const strict = await receiver((response) => void response.writeHead(401).end('who are you?'));
    await expect(test(draft(strict.url))).rejects.toThrow(/wants a key for traces/);
    await expect(test(draft('ftp://x'))).rejects.toThrow(/must start with http/);
    await expect(test(draft(''))).rejects.toThrow(/without an address/);
    const { port } = await closedPort();
    await expect(test(draft(`http://127.0.0.1:${port}`))).rejects.toThrow(/127\.0\.0\.1/);
    const huge = await receiver((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('x'.repeat(5_000_000));
    });
    await expect(test(draft(huge.url))).rejects.toThrow(/does not answer as a receiver of traces does/);
  });

  it('never sends a stored header to another address', async () => {
    const [first, other] = [await receiver(), await receiver()];
    const one = await studio();
    const { services, connectionId } = one;
    const stored = { headers: [{ name: 'authorization', value: 'Bearer canary-1' }], isOn: false };
    await save(one, draft(first.url, stored));
    const kept = { headers: [{ name: 'authorization', value: null }], isOn: false };
    await services.handlers.calls['traces.test']({ connectionId, draft: draft(first.url, kept) }, signal);
    expect(first.requests[0]?.headers.authorization).toBe('Bearer canary-1');
    for (const call of ['traces.test', 'traces.save'] as const)
      await expect(
        services.handlers.calls[call]({ connectionId, draft: draft(other.url, kept) }, signal),
      ).rejects.toThrow(/was saved for another server/);
    expect(other.requests).toEqual([]);
  });
});

describe('a run that is sent by hand', { timeout: 60_000 * slowness() }, () => {
  it('has the trace that its address opens', async () => {
    const otlp = await receiver();
    const one = await studio();
    const { services, connectionId } = one;
    const threadId = await broken(one);
    const { runs } = await services.handlers.calls['threads.readRecord'](
      { connectionId, threadId, since: null },
      signal,
    );
    const run = { connectionId, threadId, runId: runs[0]?.runId ?? '' };
    await expect(services.handlers.calls['traces.sendRun'](run, signal)).rejects.toThrow(
      /No address is set for traces of this server/,
    );
    await expect(services.handlers.calls['traces.open'](run, signal)).rejects.toThrow(
      /web address of a trace is not set for this server/,
    );
    const traceUrl = 'http://127.0.0.1:6006/redirects/traces/{trace_id}';
    await save(one, draft(otlp.url, { isOn: false, traceUrl }));
    const receipt = await services.handlers.calls['traces.sendRun'](run, signal);
    expect(otlp.spans().map(({ traceId }) => traceId)).toContain(receipt.traceId);
    expect(receipt.sent).toBe(otlp.spans().length);
    expect((await services.handlers.calls['traces.open'](run, signal)).url).toBe(
      traceUrl.replace('{trace_id}', receipt.traceId),
    );
  });
});

it(
  'the trace of an agent has each tool call once, below the node that ran the tool',
  { timeout: 60_000 * slowness() },
  async () => {
    const otlp = await receiver();
    const { services, connectionId, runGraph } = await studio();
    const messages = [{ role: 'user', content: 'Plan a trip' }];
    const threadId = await runGraph('agent', { input: { messages } });
    await services.sendTraces(
      {
        connectionId,
        threadId,
        runId: null,
        url: otlp.url,
        headers: [],
        service: null,
        withContent: false,
      },
      signal,
    );
    const spans = otlp.spans();
    const tools = spans.filter(({ attributes }) => attributes['openinference.span.kind'] === 'TOOL');
    expect(tools.length).toBeGreaterThan(0);
    const callIds = tools.map(({ attributes }) => attributes['gen_ai.tool.call.id']);
    expect(new Set(callIds).size).toBe(tools.length);
    for (const tool of tools) {
      expect(tool.name).toBe(`execute_tool ${String(tool.attributes['gen_ai.tool.name'])}`);
      const node = spans.find(({ spanId }) => spanId === tool.parentSpanId);
      expect(node?.attributes['openinference.span.kind']).toBe('CHAIN');
      expect([tool.startMs, tool.endMs]).toEqual([node?.startMs, node?.endMs]);
    }
  },
);

async function closedPort(): Promise<{ readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return { port };
}
