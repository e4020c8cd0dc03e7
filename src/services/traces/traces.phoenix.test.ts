import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPhoenix, type PhoenixServer } from '../../testing/traces/phoenix-server.ts';
import { createDemoStudio, type DemoStudio } from '../../testing/services/demo-studio.ts';
import { slowness } from '../../testing/slowness.ts';
import type { TraceExportReport } from './trace-exporter.ts';

const { signal } = new AbortController();

let phoenix: PhoenixServer;
let studio: DemoStudio;
beforeAll(async () => {
  [phoenix, studio] = await Promise.all([startPhoenix(), createDemoStudio()]);
}, 240_000 * slowness());
afterAll(async () => {
  await studio.stop();
  await phoenix.stop();
});

/** As Phoenix's own API has it. */
interface PhoenixSpan {
  readonly name: string;
  readonly context: { readonly trace_id: string; readonly span_id: string };
  readonly parent_id: string | null;
  readonly span_kind: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly status_code: string;
  readonly status_message: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string }[];
}

const send = (threadId: string, project: string, withContent = false): Promise<TraceExportReport> =>
  studio.services.sendTraces(
    {
      connectionId: studio.connectionId,
      threadId,
      runId: null,
      url: phoenix.url,
      headers: [],
      service: project,
      withContent,
    },
    signal,
  );

/** Phoenix takes spans at once and stores them a moment later. */
async function storedSpans(project: string, count: number): Promise<readonly PhoenixSpan[]> {
  let spans: readonly PhoenixSpan[] = [];
  await vi.waitFor(
    async () => {
      const response = await fetch(`${phoenix.url}/v1/projects/${project}/spans?limit=1000`);
      expect(response.status).toBe(200);
      spans = ((await response.json()) as { readonly data: readonly PhoenixSpan[] }).data;
      expect(spans).toHaveLength(count);
    },
    { timeout: 30_000 * slowness(), interval: 200 },
  );
  return spans;
}

const named = (spans: readonly PhoenixSpan[], name: string): PhoenixSpan => {
  const span = spans.find((one) => one.name === name);
  if (span === undefined)
    throw new Error(`No span ${name} among ${spans.map((one) => one.name).join(', ')}.`);
  return span;
};
const msOf = (text: string): number => Date.parse(text);

describe('traces in Arize Phoenix', { timeout: 120_000 * slowness() }, () => {
  it('have the names, parents, kinds and times of the run, once however often they are sent', async () => {
    const threadId = await studio.runGraph('writer', { input: { topic: 'tides', pace: 0 } });
    const report = await send(threadId, 'once');
    expect(report).toMatchObject({ rejected: 0, traces: [{ spans: report.sent }] });
    expect((await send(threadId, 'once', true)).sent).toBe(report.sent);
    const spans = await storedSpans('once', report.sent);
    const root = named(spans, 'invoke_agent writer');
    expect(root).toMatchObject({ parent_id: null, span_kind: 'AGENT', status_code: 'UNSET' });
    expect(root.context.trace_id).toBe(report.traces[0]?.traceId);
    expect(root.attributes).toMatchObject({ 'session.id': threadId });
    const record = await studio.services.handlers.calls['threads.readRecord'](
      { connectionId: studio.connectionId, threadId, since: null },
      signal,
    );
    const [run] = record.runs;
    expect([msOf(root.start_time), msOf(root.end_time)]).toEqual([run?.createdAt, run?.endedAt]);
    const plan = record.executions.find(({ nodeId }) => nodeId === 'plan');
    const stored = named(spans, 'plan');
    expect(stored).toMatchObject({ parent_id: root.context.span_id, span_kind: 'CHAIN', status_code: 'OK' });
    expect([msOf(stored.start_time), msOf(stored.end_time)]).toEqual([
      plan?.spans[0]?.startedAt?.ms,
      plan?.spans[0]?.endedAt?.ms,
    ]);
    expect(stored.attributes).toMatchObject({ 'graph.node.id': 'plan' });
    const ids = new Set(spans.map(({ context }) => context.span_id));
    expect(spans.filter(({ parent_id: parentId }) => parentId === null || ids.has(parentId))).toHaveLength(
      spans.length,
    );
    expect(spans.flatMap(({ events }) => events.map(({ name }) => name))).toEqual(['remotegraph.interrupt']);
  });

  it('have the error of the node that failed, and of the run', async () => {
    const threadId = await studio.runGraph('broken', { input: {} });
    const report = await send(threadId, 'failing');
    const spans = await storedSpans('failing', report.sent);
    const failed = spans.filter(({ status_code: status }) => status === 'ERROR');
    expect(failed.length).toBeGreaterThanOrEqual(2);
    expect(named(spans, 'invoke_agent broken').status_code).toBe('ERROR');
    const events = failed.flatMap((span) => span.events.map(({ name }) => name));
    expect(events).toEqual(['exception']);
    for (const { status_message: message } of failed) expect(message).not.toBe('');
  });

  it('have what went in and out, if that was asked for', async () => {
    const threadId = await studio.runGraph('writer', { input: { topic: 'moons', pace: 0 } });
    const report = await send(threadId, 'content', true);
    const spans = await storedSpans('content', report.sent);
    expect(named(spans, 'invoke_agent writer').attributes).toMatchObject({
      'input.mime_type': 'application/json',
      'input.value': expect.stringContaining('moons') as string,
    });
  });

  it('are there when a run has ended, if that was turned on, and open by the address of its pages', async () => {
    const { services, connectionId } = studio;
    const traceUrl = `${phoenix.url}/redirects/traces/{trace_id}`;
    const draft = {
      isOn: true,
      url: phoenix.url,
      headers: [],
      storage: 'session' as const,
      withContent: false,
      service: 'live',
      traceUrl,
    };
    await services.handlers.calls['traces.save']({ connectionId, draft }, signal);
    const threadId = await studio.runGraph('broken', { input: {} });
    const { runs } = await services.handlers.calls['threads.readRecord'](
      { connectionId, threadId, since: null },
      signal,
    );
    const run = { connectionId, threadId, runId: runs[0]?.runId ?? '' };
    const { url } = await services.handlers.calls['traces.address'](run, signal);
    await vi.waitFor(
      async () => {
        const response = await fetch(`${phoenix.url}/v1/projects/live/spans?limit=1000`);
        expect(response.status).toBe(200);
        const { data } = (await response.json()) as { readonly data: readonly PhoenixSpan[] };
        expect(url.endsWith(named(data, 'invoke_agent broken').context.trace_id)).toBe(true);
      },
      { timeout: 40_000 * slowness(), interval: 200 },
    );
    await services.handlers.calls['traces.save']({ connectionId, draft: { ...draft, isOn: false } }, signal);
    // Its pages are one program, which leads on from there by this route.
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });
});
