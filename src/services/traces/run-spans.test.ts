import { describe, expect, it } from 'vitest';
import type { RunEnding, ThreadRecord } from '../../shared/model/thread-record.ts';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  recordedSpan,
  threadRecord,
} from '../../testing/thread-records.ts';
import { executionsWithoutRun } from './execution-spans.ts';
import { spansOfRun, type RunSpansRequest } from './run-spans.ts';
import { spanIdsOfRun } from './trace-ids.ts';
import type { TraceSpan } from './trace-span.ts';

function project(record: ThreadRecord, runId = 'r1', more: Partial<RunSpansRequest> = {}) {
  const run = record.runs.find((one) => one.runId === runId);
  if (run === undefined) throw new Error(`No run ${runId}.`);
  const context = more.context ?? null;
  const traces = new Map(
    record.runs.map((one) => [
      one.runId,
      spanIdsOfRun(record.threadId, one.runId, one.runId === runId ? context : null),
    ]),
  );
  const clean = (text: string): string => text.replaceAll('hunter2', '[secret]');
  return spansOfRun({ record, run, traces, context, agentName: 'writer', content: null, clean, ...more });
}

const byName = (spans: readonly TraceSpan[], name: string): TraceSpan => {
  const span = spans.find((one) => one.name === name);
  if (span === undefined)
    throw new Error(`No span ${name} among ${spans.map((one) => one.name).join(', ')}.`);
  return span;
};
const rootOf = (spans: readonly TraceSpan[]): TraceSpan => byName(spans, 'invoke_agent writer');

const ended = { createdAt: 1000, endedAt: 5000 };

/** plan, then draft with a subgraph in which outline ran. */
const nested = threadRecord({
  checkpoints: [
    recordedCheckpoint('c0', null, { createdAt: 1100, source: 'input' }),
    recordedCheckpoint('c1', 'c0', { createdAt: 2000 }),
    recordedCheckpoint('c2', 'c1', { createdAt: 4000 }),
    recordedCheckpoint('i0', null, { namespace: 'draft:1', createdAt: 2100, source: 'input' }),
    recordedCheckpoint('i1', 'i0', { namespace: 'draft:1', createdAt: 3000 }),
  ],
  executions: [
    recordedExecution('plan', 'c0', 'c1', { spans: [recordedSpan('r1', 1100, 2000)] }),
    recordedExecution('draft', 'c1', 'c2', {
      spans: [recordedSpan('r1', 2000, 4000)],
      innerNamespace: 'draft:1',
    }),
    recordedExecution('draft:outline', 'i0', 'i1', {
      namespace: 'draft:1',
      parentId: 'draft c1 c2',
      spans: [recordedSpan('r1', 2100, 3000, { start: 'atLeast', end: 'atMost' })],
    }),
  ],
  runs: [recordedRun('r1', { ...ended, assistantId: 'a1' })],
});

describe('the spans of a run', () => {
  it('are the run, the nodes in it and those of subgraphs in them, with the times of the record', () => {
    const spans = project(nested);
    const root = rootOf(spans);
    const draft = byName(spans, 'draft');
    expect(spans.map(({ name, startMs, endMs, parent }) => [name, startMs, endMs, parent?.spanId])).toEqual([
      ['invoke_agent writer', 1000, 5000, undefined],
      ['plan', 1100, 2000, root.spanId],
      ['draft', 2000, 4000, root.spanId],
      ['outline', 2100, 3000, draft.spanId],
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(4);
    expect(root.traceId).toMatch(/^[\da-f]{32}$/);
    expect(root.spanId).toMatch(/^[\da-f]{16}$/);
    expect(root.status).toEqual({ code: 'ok' });
    expect(root.attributes).toMatchObject({
      'openinference.span.kind': 'AGENT',
      'session.id': 't',
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.id': 'a1',
      'gen_ai.agent.name': 'writer',
      'gen_ai.conversation.id': 't',
      'remotegraph.run.ending': 'finished',
    });
  });

  it('name the node, the one before it, and for the first of a subgraph the one that runs it', () => {
    const spans = project(nested);
    const nodesOf = ({ attributes }: TraceSpan): unknown[] => [
      attributes['graph.node.id'],
      attributes['graph.node.parent_id'],
    ];
    expect(nodesOf(byName(spans, 'plan'))).toEqual(['plan', undefined]);
    expect(nodesOf(byName(spans, 'draft'))).toEqual(['draft', 'plan']);
    expect(nodesOf(byName(spans, 'outline'))).toEqual(['draft:outline', 'draft']);
  });

  it('name several nodes before one as candidates, of which none is called the parent', () => {
    const join = recordedExecution('join', 'c1', 'c2');
    const record = threadRecord({
      ...nested,
      executions: [recordedExecution('left', 'c0', 'c1'), recordedExecution('right', 'c0', 'c1'), join],
    });
    const { attributes } = byName(project(record), 'join');
    expect(attributes['graph.node.parent_id']).toBeUndefined();
    expect(attributes['remotegraph.node.previous']).toEqual(['left', 'right']);
  });

  it('have the same ids whenever they are exported, and others than those of another run', () => {
    const ids = (spans: readonly TraceSpan[]): string[] =>
      spans.map(({ traceId, spanId }) => traceId + spanId);
    expect(ids(project(nested))).toEqual(ids(project(structuredClone(nested))));
    const other = JSON.parse(JSON.stringify(nested).replaceAll('"r1"', '"r2"')) as ThreadRecord;
    const shared = new Set(ids(project(nested)));
    expect(ids(project(other, 'r2')).some((id) => shared.has(id))).toBe(false);
  });

  it('say which times are bounds or unknown, and use the nearest one that is known', () => {
    const outline = byName(project(nested), 'outline').attributes;
    expect(outline).toMatchObject({
      'remotegraph.start_time.bound': 'not_earlier',
      'remotegraph.end_time.bound': 'not_later',
    });
    expect(byName(project(nested), 'plan').attributes).not.toHaveProperty(['remotegraph.start_time.bound']);
    const [plan] = nested.executions;
    const unknown = byName(
      project({ ...nested, executions: plan ? [{ ...plan, spans: [recordedSpan()] }] : [] }),
      'plan',
    );
    expect([unknown.startMs, unknown.endMs]).toEqual([1000, 5000]);
    expect(unknown.attributes).toMatchObject({
      'remotegraph.start_time.bound': 'unknown',
      'remotegraph.end_time.bound': 'unknown',
    });
  });

  it('say that a time is that of an arrival', () => {
    const seen = { ms: 1500, bound: 'exact', source: 'seen' } as const;
    const [plan] = nested.executions;
    const spans = plan ? [{ ...plan, spans: [{ ...recordedSpan(), startedAt: seen }] }] : [];
    expect(byName(project({ ...nested, executions: spans }), 'plan').attributes).toMatchObject({
      'remotegraph.start_time.source': 'arrival',
    });
  });

  it('span what is known of a run whose record has no times, and are none without any', () => {
    const [root] = project({ ...nested, runs: [recordedRun('r1')] });
    expect([root?.startMs, root?.endMs]).toEqual([1100, 4000]);
    expect(root?.attributes).toMatchObject({
      'remotegraph.start_time.bound': 'not_later',
      'remotegraph.end_time.bound': 'not_earlier',
    });
    expect(project(threadRecord({ checkpoints: [recordedCheckpoint('c0', null)] }))).toEqual([]);
  });

  it('have the error at the node that failed and at the run, without secrets, and no node a second one', () => {
    const failed = recordedExecution('plan', 'c0', null, {
      status: 'failed',
      error: 'ValueError: key hunter2 is not valid',
      spans: [recordedSpan('r1', 1100, 2000)],
    });
    const aborted = recordedExecution('other', 'c0', null, {
      status: 'aborted',
      abortedBy: failed.executionId,
      error: 'This operation was aborted',
      spans: [recordedSpan('r1', 1100, 2000)],
    });
    const ending = {
      kind: 'failed',
      executionId: failed.executionId,
      error: 'ValueError: key hunter2 is not valid',
      isRecursionLimit: false,
    } as const;
    const spans = project({
      ...nested,
      executions: [failed, aborted],
      runs: [recordedRun('r1', { ...ended, ending })],
    });
    const message = 'ValueError: key [secret] is not valid';
    const plan = byName(spans, 'plan');
    expect(plan.status).toEqual({ code: 'error', message });
    expect(plan.attributes['error.type']).toBe('ValueError');
    expect(plan.events).toEqual([
      {
        name: 'exception',
        ms: 2000,
        attributes: {
          'exception.type': 'ValueError',
          'exception.message': 'key [secret] is not valid',
        },
      },
    ]);
    expect(rootOf(spans)).toMatchObject({ status: { code: 'error', message }, events: [] });
    const other = byName(spans, 'other');
    expect(other).toMatchObject({ status: { code: 'error', message: 'aborted' }, events: [] });
    expect(other.attributes['remotegraph.aborted_by']).toBe('plan');
  });

  it('have the error of a run that no node is known to have caused as its own event', () => {
    const ending = {
      kind: 'failed',
      executionId: null,
      error: 'GraphRecursionError: Recursion limit of 25 reached',
      isRecursionLimit: true,
    } as const;
    const root = rootOf(project({ ...nested, runs: [recordedRun('r1', { ...ended, ending })] }));
    expect(root.events.map(({ attributes }) => attributes['exception.type'])).toEqual([
      'GraphRecursionError',
    ]);
    expect(root.attributes['remotegraph.run.ending.reason']).toBe('recursion limit');
  });

  it('have each question at the time in which it was asked, and the node once in each run that worked at it', () => {
    const approve = recordedExecution('approve', 'c0', 'c1', {
      spans: [recordedSpan('r1', 1100, 2000), recordedSpan('r2', 6000, 7000), recordedSpan('r3', 8000, 9000)],
    });
    const asks: RunEnding = { kind: 'interrupted', executionIds: [approve.executionId] };
    const record = threadRecord({
      checkpoints: [
        recordedCheckpoint('c0', null, { source: 'input', createdAt: 1100 }),
        recordedCheckpoint('c1', 'c0', { runId: 'r3', createdAt: 9000 }),
      ],
      executions: [approve],
      questions: [0, 1].map((index) => ({
        executionId: approve.executionId,
        index,
        interruptId: 'q',
        status: 'answered' as const,
      })),
      runs: [
        recordedRun('r1', { createdAt: 1000, endedAt: 2000, ending: asks }),
        recordedRun('r2', {
          createdAt: 6000,
          endedAt: 7000,
          ending: asks,
          origin: { kind: 'resume', checkpointId: null },
        }),
        recordedRun('r3', {
          createdAt: 8000,
          endedAt: 9000,
          origin: { kind: 'resume', checkpointId: null },
        }),
      ],
    });
    const asked = ['r1', 'r2', 'r3'].map((runId) => {
      const { events, startMs, status } = byName(project(record, runId), 'approve');
      return [
        startMs,
        status.code,
        ...events.map(({ ms, attributes }) => [ms, attributes['remotegraph.interrupt.index']]),
      ];
    });
    expect(asked).toEqual([
      [1100, 'unset', [2000, 0]],
      [6000, 'unset', [7000, 1]],
      [8000, 'ok'],
    ]);
    const first = spanIdsOfRun('t', 'r1', null);
    expect(rootOf(project(record, 'r3')).links).toMatchObject([
      { traceId: first.traceId, spanId: first.rootSpanId, attributes: { 'remotegraph.link': 'continues' } },
    ]);
    expect(rootOf(project(record, 'r1')).links).toEqual([]);
  });

  it('link to the run that they went on from: as its next input, or as a fork where the thread had gone on', () => {
    const record = threadRecord({
      checkpoints: [
        recordedCheckpoint('c0', null, { source: 'input' }),
        recordedCheckpoint('c1', 'c0'),
        recordedCheckpoint('c2', 'c1', { runId: 'r2', source: 'input' }),
        recordedCheckpoint('c3', 'c2', { runId: 'r2' }),
        // An edit of the first run's state, from which the third one starts.
        recordedCheckpoint('c4', 'c1', { runId: null, source: 'update' }),
        recordedCheckpoint('c5', 'c4', { runId: 'r3', source: 'input' }),
        recordedCheckpoint('c6', 'c1', { runId: 'r4', source: 'fork' }),
      ],
      runs: ['r1', 'r2', 'r3', 'r4'].map((runId) => recordedRun(runId, ended)),
    });
    const kinds = ['r1', 'r2', 'r3', 'r4'].map((runId) =>
      rootOf(project(record, runId)).links.map(({ spanId, attributes }) => [
        attributes['remotegraph.link'],
        spanId === spanIdsOfRun('t', 'r1', null).rootSpanId,
      ]),
    );
    expect(kinds).toEqual([[], [['follows', true]], [['forks', true]], [['forks', true]]]);
  });

  it('have the tokens of each model at the node that used them, and nowhere a second time', () => {
    const record = threadRecord({
      ...nested,
      executions: [
        recordedExecution('plan', 'c0', 'c1', {
          spans: [recordedSpan('r1', 1100, 2000)],
          tokens: 18,
          models: [
            { model: 'gpt-x', input: 10, cached: 4, output: 5 },
            { model: null, input: 1, cached: 0, output: 2 },
          ],
        }),
      ],
    });
    const spans = project(record);
    const plan = byName(spans, 'plan');
    expect(byName(spans, 'chat gpt-x')).toMatchObject({
      parent: { spanId: plan.spanId, isRemote: false },
      startMs: 1100,
      endMs: 2000,
      attributes: {
        'openinference.span.kind': 'LLM',
        'gen_ai.operation.name': 'chat',
        'gen_ai.response.model': 'gpt-x',
        'gen_ai.usage.input_tokens': 10,
        'gen_ai.usage.cache_read.input_tokens': 4,
        'gen_ai.usage.output_tokens': 5,
        'llm.model_name': 'gpt-x',
        'llm.token_count.prompt': 10,
        'llm.token_count.completion': 5,
        'llm.token_count.total': 15,
        'remotegraph.start_time.bound': 'not_earlier',
        'remotegraph.end_time.bound': 'not_later',
      },
    });
    expect(byName(spans, 'chat').attributes).not.toHaveProperty(['llm.model_name']);
    const counted = spans.filter(({ attributes }) =>
      Object.keys(attributes).some((name) => name.includes('token')),
    );
    expect(counted).toHaveLength(2);
  });

  it('have the tool calls that a node answered, within its bounds and without a guess of their times', () => {
    const toolCalls = [
      { callId: 'call-1', name: 'search hunter2', isError: false },
      { callId: 'call-2', name: null, isError: true },
    ];
    const record = threadRecord({
      ...nested,
      executions: [
        recordedExecution('plan', 'c0', 'c1', { spans: [recordedSpan('r1', 1100, 2000)], toolCalls }),
      ],
    });
    const spans = project(record);
    const search = byName(spans, 'execute_tool search [secret]');
    expect(search).toMatchObject({
      parent: { spanId: byName(spans, 'plan').spanId, isRemote: false },
      startMs: 1100,
      endMs: 2000,
      status: { code: 'unset' },
      attributes: {
        'openinference.span.kind': 'TOOL',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search [secret]',
        'gen_ai.tool.call.id': 'call-1',
        'tool.name': 'search [secret]',
        'remotegraph.start_time.bound': 'not_earlier',
        'remotegraph.end_time.bound': 'not_later',
      },
    });
    const failed = byName(spans, 'execute_tool');
    expect(failed).toMatchObject({ status: { code: 'error' }, attributes: { 'error.type': '_OTHER' } });
    expect(failed.attributes).not.toHaveProperty(['tool.name']);
    expect(failed.spanId).not.toBe(search.spanId);
  });

  it('are in the trace of the app that started the run, below its span', () => {
    const context = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceState: 'vendor=1' };
    const spans = project(nested, 'r1', { context });
    expect(spans.every(({ traceId }) => traceId === context.traceId)).toBe(true);
    expect(rootOf(spans)).toMatchObject({
      parent: { spanId: context.spanId, isRemote: true },
      traceState: 'vendor=1',
    });
  });

  it('have no content unless it is given, and then say where it was cut', () => {
    const whole = { text: '{"topic":"tides"}', isCut: false };
    const cut = { text: '{"text":"', isCut: true };
    const content = {
      run: { input: whole, output: cut },
      executions: new Map([['plan c0 c1', { input: null, output: whole }]]),
      questions: new Map(),
      isCut: true,
    };
    const without = JSON.stringify(project(nested));
    expect(without).not.toMatch(/input\.value|output\.value/);
    const spans = project(nested, 'r1', { content });
    expect(rootOf(spans).attributes).toMatchObject({
      'input.value': '{"topic":"tides"}',
      'input.mime_type': 'application/json',
      'output.value': '{"text":"',
      'output.mime_type': 'text/plain',
      'remotegraph.content.cut': ['output'],
      'remotegraph.content.missing': true,
    });
    expect(byName(spans, 'plan').attributes).toMatchObject({ 'output.value': '{"topic":"tides"}' });
    expect(byName(spans, 'plan').attributes).not.toHaveProperty(['input.value']);
  });

  it('say what the record lacks', () => {
    const root = rootOf(project({ ...nested, gaps: [{ kind: 'deleted' }, { kind: 'runs' }] }));
    expect(root.attributes['remotegraph.record.gaps']).toEqual(['deleted', 'runs']);
  });

  it('have an execution of no known run in the run of the checkpoint that it made, or leave it out and count it', () => {
    const [plan] = nested.executions;
    const unclear = plan ? { ...plan, spans: [recordedSpan(null, 1100, 2000)] } : null;
    const record = { ...nested, executions: unclear ? [unclear] : [] };
    expect(byName(project(record), 'plan').startMs).toBe(1100);
    const lost = { ...record, executions: unclear ? [{ ...unclear, made: null }] : [] };
    expect(project(lost)).toHaveLength(1);
    expect([executionsWithoutRun(record), executionsWithoutRun(lost)]).toEqual([0, 1]);
  });
});
