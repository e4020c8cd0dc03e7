import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startCollector, type Collector } from '../../testing/traces/start-collector.ts';
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from '../../testing/traces/otlp-receiver.ts';
import { createDemoStudio, type DemoStudio } from '../../testing/services/demo-studio.ts';
import { slowness } from '../../testing/slowness.ts';
import { AppError } from '../../shared/app-error.ts';

const { signal } = new AbortController();

let receiver: OtlpReceiver;
let collector: Collector;
let studio: DemoStudio;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  [collector, studio] = await Promise.all([startCollector(receiver.url), createDemoStudio()]);
}, 120_000 * slowness());
afterAll(async () => {
  await studio.stop();
  await collector.stop();
  await receiver.stop();
});

const sorted = (spans: readonly ReceivedSpan[]): ReceivedSpan[] =>
  spans.toSorted((a, b) => a.spanId.localeCompare(b.spanId));

describe('traces at an OpenTelemetry collector', { timeout: 60_000 * slowness() }, () => {
  it.each([
    ['an agent', 'agent', { messages: [{ role: 'user', content: 'Plan a trip' }] }],
    ['a graph that fails', 'broken', {}],
    ['a graph that asks', 'fanout', {}],
  ])('of %s are passed on as they were sent', async (_what, graph, input) => {
    const threadId = await studio.runGraph(graph, { input });
    const send = (url: string) =>
      studio.services.sendTraces(
        {
          connectionId: studio.connectionId,
          threadId,
          runId: null,
          url,
          headers: [],
          service: graph,
          withContent: true,
        },
        signal,
      );
    receiver.requests.length = 0;
    const { sent } = await send(receiver.url);
    const direct = sorted(receiver.spans());
    expect(direct).toHaveLength(sent);
    receiver.requests.length = 0;
    expect(await send(collector.url)).toMatchObject({ sent, rejected: 0 });
    await vi.waitFor(() => expect(receiver.spans()).toHaveLength(sent), { timeout: 20_000 * slowness() });
    expect(sorted(receiver.spans())).toEqual(direct);
  });

  it('are passed on when a run ends, once, if that was turned on', async () => {
    const { services, connectionId } = studio;
    const save = (isOn: boolean) =>
      services.handlers.calls['traces.save'](
        {
          connectionId,
          draft: {
            isOn,
            url: collector.url,
            headers: [],
            storage: 'session',
            withContent: false,
            service: 'live',
            traceUrl: null,
          },
        },
        signal,
      );
    await save(true);
    receiver.requests.length = 0;
    const threadId = await studio.runGraph('agent', {
      input: { messages: [{ role: 'user', content: 'Go' }] },
    });
    const roots = () => receiver.spans().filter(({ name }) => name === 'invoke_agent agent');
    await vi.waitFor(() => expect(roots()).toHaveLength(1), { timeout: 40_000 * slowness() });
    expect(roots()[0]?.attributes['session.id']).toBe(threadId);
    await save(false);
    await studio.runGraph('broken', { input: {} });
    expect(roots()).toHaveLength(1);
    const ids = receiver.spans().map(({ spanId }) => spanId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are put below the span of the app that started the run', async () => {
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    const threadId = await studio.runGraph('agent', {
      input: { messages: [{ role: 'user', content: 'Plan a trip' }] },
      metadata: { traceparent: `00-${traceId}-${spanId}-01` },
    });
    receiver.requests.length = 0;
    const { connectionId } = studio;
    const { sent } = await studio.services.sendTraces(
      {
        connectionId,
        threadId,
        runId: null,
        url: collector.url,
        headers: [],
        service: null,
        withContent: false,
      },
      signal,
    );
    await vi.waitFor(() => expect(receiver.spans()).toHaveLength(sent), { timeout: 20_000 * slowness() });
    const spans = receiver.spans();
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(spans.find(({ name }) => name === 'invoke_agent agent')?.parentSpanId).toBe(spanId);
  });

  it('are refused at an address that is not that of traces, which is said', async () => {
    const threadId = await studio.runGraph('broken', { input: {} });
    const sending = studio.services.sendTraces(
      {
        connectionId: studio.connectionId,
        threadId,
        runId: null,
        url: `${collector.url}/nowhere`,
        headers: [],
        service: null,
        withContent: false,
      },
      signal,
    );
    await expect(sending).rejects.toThrow(AppError);
    await expect(sending).rejects.toThrow(/has no receiver of traces at this address \(status 404\)/);
  });
});
