import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../testing/traces/otlp-receiver.ts';
import { sharedServer } from '../testing/shared-server.ts';
import { slowness } from '../testing/slowness.ts';
import { createDemoCli, type DemoCli } from './testing/demo-cli.ts';

const canaryKey = 'lsv2_canary_traces_key_4711';
const otlpKey = 'otlp-canary-key-0815';
const likelySecret = 'ghp_012345678901234567890123456789abcdef';

let demo: DemoCli;
beforeAll(async () => {
  demo = await createDemoCli(canaryKey);
}, 60_000 * slowness());
afterAll(() => demo.cli.remove());

async function withReceiver<T>(
  work: (receiver: OtlpReceiver) => Promise<T>,
  ...args: Parameters<typeof startOtlpReceiver>
): Promise<T> {
  const receiver = await startOtlpReceiver(...args);
  try {
    return await work(receiver);
  } finally {
    await receiver.stop();
  }
}

const rootsOf = (spans: readonly ReceivedSpan[]): ReceivedSpan[] =>
  spans.filter(({ attributes }) => attributes['openinference.span.kind'] === 'AGENT');
const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const [span] = spans.filter((one) => one.name === name);
  if (span === undefined) throw new Error(`No span ${name}.`);
  return span;
};
const idsOf = (spans: readonly ReceivedSpan[]): string[] =>
  spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`).toSorted();

const onDemo = ['--server', 'demo'];

describe(
  'export on the command line, as it is installed from its package',
  { timeout: 90_000 * slowness() },
  () => {
    it('sends a trace for each run of a thread and of its recording, with content only if it is asked for', async () => {
      const input = JSON.stringify({ topic: `tides ${likelySecret}`, pace: 0 });
      const started = await demo.json(['run', 'writer'], { stdin: input });
      const { threadId } = started.document;
      const resume = ['run', 'writer', '--thread', threadId, '--resume', '{"approved":true}'];
      expect((await demo.json(resume)).code).toBe(0);

      const spans = await withReceiver(async (receiver) => {
        const sent = await demo.json([
          'export',
          threadId,
          '--otlp',
          receiver.url,
          '--otlp-header',
          `Authorization: Bearer ${otlpKey}`,
        ]);
        expect(sent).toMatchObject({ code: 0, document: { threadId, rejected: 0, service: 'demo' } });
        expect(sent.document.traces).toHaveLength(2);
        expect(sent.document.sent).toBe(receiver.spans().length);
        expect(receiver.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${otlpKey}`]);
        return receiver.spans();
      });
      const [asked, answered] = rootsOf(spans);
      expect([asked?.name, answered?.name]).toEqual(['invoke_agent writer', 'invoke_agent writer']);
      expect([asked?.attributes['remotegraph.run.ending'], answered?.status]).toEqual(['interrupted', 1]);
      expect(answered?.links).toEqual([{ traceId: asked?.traceId, spanId: asked?.spanId }]);
      expect(spans.every(({ resource }) => resource['service.name'] === 'demo')).toBe(true);
      const questions = spans.flatMap(({ events }) =>
        events.filter(({ name }) => name === 'remotegraph.interrupt'),
      );
      expect(questions).toHaveLength(1);
      const plan = named(spans, 'plan');
      expect(plan).toMatchObject({ traceId: asked?.traceId, parentSpanId: asked?.spanId });
      expect(plan.startMs).toBeGreaterThanOrEqual(asked?.startMs ?? Infinity);
      expect(plan.endMs).toBeLessThanOrEqual(asked?.endMs ?? 0);
      expect(JSON.stringify(spans)).not.toContain('tides');

      const withContent = await withReceiver(async (receiver) => {
        const { code } = await demo.run(['export', threadId, ...onDemo, '--content', '--otlp', receiver.url]);
        expect(code).toBe(0);
        return receiver.spans();
      });
      expect(idsOf(withContent)).toEqual(idsOf(spans));
      expect(rootsOf(withContent)[0]?.attributes['input.value']).toContain('tides [secret]');
      expect(named(withContent, 'plan').attributes['output.value']).toBeTypeOf('string');
      const texts = JSON.stringify(withContent);
      expect(texts).not.toContain(likelySecret);

      const file = join(demo.cli.dataFolder, 'traced.recording.zip');
      expect((await demo.json(['record', threadId, '-o', file])).code).toBe(0);
      const recorded = await withReceiver(async (receiver) => {
        const { code, err } = await demo.run(['export', '--server', file, '--otlp', receiver.url]);
        expect([code, err]).toEqual([0, expect.stringContaining(' of 2 runs to ') as string]);
        return receiver.spans();
      });
      // Its events also report tokens, which the server's answers do not.
      const added = idsOf(recorded).filter((id) => !idsOf(spans).includes(id));
      const models = recorded.filter(({ attributes }) => attributes['openinference.span.kind'] === 'LLM');
      expect(added).toEqual(idsOf(models));
      expect(recorded).toHaveLength(spans.length + models.length);
      expect(recorded[0]?.resource['service.name']).toBe('demo');
    });

    it('sends one run as a service, below the span of the app whose trace context its metadata has', async () => {
      const traceId = '0af7651916cd43dd8448eb211c80319c';
      const spanId = 'b7ad6b7169203331';
      const { url, token } = await sharedServer('demo');
      const post = async (route: string, body: object): Promise<Response> =>
        fetch(url + route, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
        });
      const created = (await (await post('/threads', {})).json()) as { readonly thread_id: string };
      const metadata = { traceparent: `00-${traceId}-${spanId}-01` };
      const input = { topic: 'waves', pace: 0 };
      await post(`/threads/${created.thread_id}/runs/wait`, { assistant_id: 'writer', input, metadata });
      await withReceiver(async (receiver) => {
        const args = ['export', created.thread_id, '--service', 'my app', ...onDemo];
        const { out, code } = await demo.run([...args, '--otlp', `${receiver.url}/v1/traces`]);
        expect(code).toBe(0);
        const [root] = rootsOf(receiver.spans());
        expect(root).toMatchObject({ traceId, parentSpanId: spanId });
        expect(root?.resource['openinference.project.name']).toBe('my app');
        const runId = String(root?.attributes['remotegraph.run.id']);
        expect(out).toBe(`${traceId}  run ${runId}, ${receiver.spans().length} spans\n`);
        expect(receiver.spans().every((span) => span.traceId === traceId)).toBe(true);
        const other = await demo.run([...args, '--run', runId, '--otlp', receiver.url]);
        expect(other).toMatchObject({ code: 0, out });
      });
    });

    it('takes the receiver from the environment, and sends its headers to no other address', async () => {
      const { document } = await demo.json(['run', 'writer'], { stdin: '{"topic": "dunes", "pace": 0}' });
      const thread = ['export', document.threadId, ...onDemo];
      await withReceiver(async (receiver) => {
        const env = {
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/as/it/is`,
          OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${otlpKey}`,
        };
        expect(await demo.run(thread, { env })).toMatchObject({ code: 0 });
        expect(receiver.requests[0]).toMatchObject({ path: '/as/it/is', headers: { 'x-api-key': otlpKey } });
        await withReceiver(async (other) => {
          expect(await demo.run([...thread, '--otlp', other.url], { env })).toMatchObject({ code: 0 });
          expect(other.requests[0]?.path).toBe('/v1/traces');
          expect(other.requests[0]?.headers['x-api-key']).toBeUndefined();
        });
      });
    });

    it('fails with what the receiver says, and repeats no key', async () => {
      const { document } = await demo.json(['run', 'writer'], { stdin: '{"topic": "waves", "pace": 0}' });
      const thread = ['export', document.threadId, ...onDemo];
      const key = ['--otlp-header', `x-api-key: ${otlpKey}`];
      await withReceiver(
        async (receiver) => {
          const refused = await demo.run([...thread, ...key, '--otlp', receiver.url]);
          expect(refused).toMatchObject({ code: 4, out: '' });
          expect(refused.err).toContain('wants a key for traces');
        },
        (response) => void response.writeHead(401).end(`unknown key ${otlpKey}`),
      );
      expect(await demo.run([...thread, '--otlp', 'http://127.0.0.1:1'])).toMatchObject({ code: 3 });
      expect(await demo.run(thread)).toMatchObject({ code: 2 });
      expect(await demo.run([...thread, '--otlp', 'collector'])).toMatchObject({ code: 2 });
      expect(await demo.run([...thread, '--run', 'none', '--otlp', 'http://127.0.0.1:1'])).toMatchObject({
        code: 1,
      });
      const written = demo.written.join('');
      expect(written).not.toContain(otlpKey);
      expect(written).not.toContain(canaryKey);
    });
  },
);
