import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { fc } from '../../../testing/fast-check.ts';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  recordedSpan,
  threadRecord,
} from '../../../testing/thread-records.ts';
import { encodeSpans } from '../../traces/encode-spans.ts';
import { spansOfRun } from '../../traces/run-spans.ts';
import { spanIdsOfRun } from '../../traces/trace-ids.ts';
import { importedThreads } from './imported-record.ts';
import { importTraces } from './import-traces.ts';
import { importLimits, type ImportedSpan } from './imported-span.ts';
import { readTraceFile } from './read-trace-file.ts';
import { cpuMs } from '../../../testing/cpu-time.ts';

const read = (text: string): ThreadRecord => {
  const [thread] = importedThreads(readTraceFile(text).spans);
  return thread?.record ?? expect.fail('There is no thread.');
};

/** A thread as this studio exports it, in a line of OTLP JSON for each request. */
function exported(record: ThreadRecord, limits = { spans: 512, bytes: 2 ** 20 }): string {
  const traces = new Map(record.runs.map(({ runId }) => [runId, spanIdsOfRun(record.threadId, runId, null)]));
  const spans = record.runs.flatMap((run) =>
    spansOfRun({
      record,
      run,
      traces,
      context: null,
      agentName: 'writer',
      content: null,
      clean: (text) => text,
    }),
  );
  return [...encodeSpans(spans, { service: 'tides', version: '1' }, limits, 'json')]
    .map(({ body }) => Buffer.from(body).toString())
    .join('\n');
}

describe('a thread that this studio exported', () => {
  const record = threadRecord({
    checkpoints: [
      recordedCheckpoint('c0', null, { createdAt: 1_000_100 }),
      recordedCheckpoint('c1', 'c0', { createdAt: 1_002_000 }),
    ],
    executions: [
      recordedExecution('plan', 'c0', 'c1', {
        taskId: 'task-1',
        step: 1,
        spans: [recordedSpan('r1', 1_000_100, 1_002_000.25)],
        tokens: 30,
        models: [{ model: 'gpt', input: 20, cached: 5, output: 10 }],
        toolCalls: [{ callId: 'call-1', name: 'search', isError: false }],
      }),
      recordedExecution('draft', 'c1', 'c2', {
        taskId: 'task-2',
        step: 2,
        spans: [
          recordedSpan('r1', 1_002_000, 1_004_000, { start: 'atLeast', end: 'atMost' }),
          recordedSpan('r2', 1_010_000, 1_011_000),
        ],
      }),
      recordedExecution('draft:outline', 'i0', 'i1', {
        taskId: 'task-3',
        namespace: 'draft:1',
        parentId: 'draft c1 c2',
        spans: [recordedSpan('r1', 1_002_100, 1_003_000)],
      }),
      recordedExecution('check', 'c2', null, {
        taskId: 'task-4',
        status: 'failed',
        error: 'ValueError: too deep',
        spans: [recordedSpan('r2', 1_011_000, 1_012_000)],
      }),
    ],
    runs: [
      recordedRun('r1', { createdAt: 1_000_000, endedAt: 1_005_000, assistantId: 'a1' }),
      recordedRun('r2', {
        createdAt: 1_010_000,
        endedAt: 1_013_000,
        ending: {
          kind: 'failed',
          executionId: 'check c2 ',
          error: 'ValueError: too deep',
          isRecursionLimit: false,
        },
      }),
    ],
  });

  it.each([512, 1])(
    'comes back with its nodes, times, tokens, tools and runs, in requests of %d spans',
    (spans) => {
      const back = read(exported(record, { spans, bytes: 2 ** 20 }));
      const facts = ({ executions, runs, threadId }: ThreadRecord) => ({
        threadId,
        executions: executions.map(
          ({ nodeId, name, taskId, step, status, spans: worked, error, tokens, models, toolCalls }) => ({
            nodeId,
            name,
            taskId,
            step,
            status,
            spans: worked,
            error,
            tokens,
            models,
            toolCalls,
          }),
        ),
        runs: runs.map(({ runId, assistantId, createdAt, endedAt, status, ending }) => ({
          runId,
          assistantId,
          createdAt,
          endedAt,
          status,
          ending: ending?.kind,
        })),
      });
      expect(facts(back)).toEqual(facts(record));
      expect(back.executions.map(({ parentId }) => parentId)).toEqual([null, null, 'task-2', null]);
      expect(back.runs[1]?.ending).toMatchObject({ executionId: 'task-4', error: 'ValueError: too deep' });
    },
  );

  it('has no checkpoint, and none is made up', () => {
    const back = read(exported(record));
    expect([back.headId, back.checkpoints, back.questions]).toEqual([null, [], []]);
    expect(back.executions.map(({ before, made }) => [before, made])).toEqual(
      record.executions.map(() => [null, null]),
    );
  });
});

const run = (id: string, parent: string | null, name: string, more: object = {}) => ({
  id,
  trace_id: 'root',
  parent_run_id: parent,
  name,
  run_type: 'chain',
  start_time: '2026-11-20T10:00:00.000000',
  end_time: '2026-11-20T10:00:01.500000+00:00',
  inputs: {},
  outputs: {},
  error: null,
  extra: { metadata: { thread_id: 'thread-1' } },
  ...more,
});
const node = (name: string, step: number) => ({
  extra: {
    metadata: {
      thread_id: 'thread-1',
      langgraph_node: name,
      langgraph_step: step,
      langgraph_checkpoint_ns: `${name}:task-${name}`,
    },
  },
});

describe('runs exported from LangSmith', () => {
  const runs = [
    run('root', null, 'LangGraph'),
    run('1', 'root', 'plan', node('plan', 1)),
    run('2', '1', 'RunnableSequence', node('plan', 1)),
    run('3', '2', 'ChatOpenAI', {
      run_type: 'llm',
      extra: { metadata: { ...node('plan', 1).extra.metadata, ls_model_name: 'gpt-4o' } },
      outputs: {
        generations: [[{ message: { kwargs: { usage_metadata: { input_tokens: 12, output_tokens: 3 } } } }]],
      },
    }),
    run('4', 'root', 'tools', node('tools', 2)),
    run('5', '4', 'search', {
      run_type: 'tool',
      error: 'TimeoutError()',
      outputs: { output: { tool_call_id: 'call-1' } },
    }),
    run('6', 'root', 'ask', { ...node('ask', 3), error: "GraphInterrupt((Interrupt(value='ok?'),))" }),
  ];

  it.each([
    ['a list', JSON.stringify(runs)],
    ['an answer of the API', JSON.stringify({ runs })],
    ['lines', `\uFEFF${runs.map((each) => JSON.stringify(each)).join('\r\n')}\n\n`],
  ])('are read as %s: nodes, times, tokens and tools', (_name, text) => {
    const { threadId, executions, runs: recorded } = read(text);
    expect(threadId).toBe('thread-1');
    expect(executions.map(({ nodeId, taskId, step, status }) => [nodeId, taskId, step, status])).toEqual([
      ['plan', 'task-plan', 1, 'finished'],
      ['tools', 'task-tools', 2, 'finished'],
      ['ask', 'task-ask', 3, 'interrupted'],
    ]);
    const [plan, tools] = executions;
    const start = Date.UTC(2026, 10, 20, 10);
    expect(plan?.spans).toEqual([
      {
        runId: 'root',
        startedAt: { ms: start, bound: 'exact', source: 'server' },
        endedAt: { ms: start + 1500, bound: 'exact', source: 'server' },
        attempts: null,
      },
    ]);
    expect(plan?.models).toEqual([{ model: 'gpt-4o', input: 12, cached: 0, output: 3 }]);
    expect(tools?.toolCalls).toEqual([{ callId: 'call-1', name: 'search', isError: true }]);
    expect(recorded).toMatchObject([
      { runId: 'root', status: 'ended', ending: { kind: 'interrupted', executionIds: ['task-ask'] } },
    ]);
  });

  it('have finished if no node of theirs still asks something', () => {
    expect(read(JSON.stringify(runs.slice(0, 6))).runs).toMatchObject([{ ending: { kind: 'finished' } }]);
    const inner = run('7', '4', 'ask', { ...node('ask', 3), error: 'GraphInterrupt()' });
    expect(read(JSON.stringify([...runs.slice(0, 6), inner])).runs).toMatchObject([
      { ending: { kind: 'finished' } },
    ]);
  });

  it('have failed if their status says so without an error', () => {
    const failed = [
      run('root', null, 'LangGraph', { status: 'error' }),
      run('1', 'root', 'plan', { ...node('plan', 1), status: 'error' }),
    ];
    const record = read(JSON.stringify(failed));
    expect(record.executions).toMatchObject([{ status: 'failed', error: null }]);
    expect(record.runs).toMatchObject([
      { ending: { kind: 'failed', executionId: 'task-plan', error: null } },
    ]);
  });

  it('have unknown tokens if a model says only how many went in', () => {
    const model = run('3', '1', 'ChatOpenAI', {
      run_type: 'llm',
      outputs: { usage_metadata: { input_tokens: 12 } },
    });
    const [plan] = read(JSON.stringify([...runs.slice(0, 2), model])).executions;
    expect([plan?.tokens, plan?.models]).toEqual([null, []]);
  });
});

/** What is thrown, but for a reason that people read; `null` if nothing is. */
function problemOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof AppError ? null : error;
  }
}

describe('what another program wrote', () => {
  it.each([
    ['text', 'hello'],
    ['another JSON', '{"a": 1}'],
    ['an empty list', '[]'],
    ['deep JSON', '['.repeat(100_000)],
    ['no spans', '{"resourceSpans": []}'],
  ])('is refused if it has no traces: %s', (_name, text) => {
    expect(() => readTraceFile(text)).toThrow('has no traces');
  });

  it('may have spans around each other in a circle, or around themselves', () => {
    const circle = [
      run('1', '2', 'a', node('a', 1)),
      run('2', '1', 'b', node('b', 1)),
      run('3', '3', 'c', node('c', 1)),
    ];
    expect(read(JSON.stringify(circle)).runs.length).toBeGreaterThan(0);
  });

  it('is bounded, whatever it has', () => {
    const long = 'x'.repeat(100_000);
    const record = read(JSON.stringify([run('1', null, long, { error: long })]));
    expect(JSON.stringify(record).length).toBeLessThan(5_000);
  });

  it('has one run for an agent that says no id of its run', () => {
    const name = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const times = { startTimeUnixNano: '1000000000', endTimeUnixNano: '2000000000' };
    const spans = [
      {
        ...times,
        traceId: 'trace',
        spanId: 'agent',
        attributes: [name('gen_ai.operation.name', 'invoke_agent'), name('input.value', '{"topic":"tides"}')],
      },
      {
        ...times,
        traceId: 'trace',
        spanId: 'node',
        parentSpanId: 'agent',
        attributes: [name('langgraph.node', 'plan')],
      },
    ];
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const [thread] = importedThreads(readTraceFile(text).spans);
    expect(thread?.record.runs.map(({ runId }) => runId)).toEqual(['agent']);
    expect(thread?.record.executions.flatMap((one) => one.spans.map(({ runId }) => runId))).toEqual([
      'agent',
    ]);
    expect(thread?.values).toMatchObject([{ of: 'run', id: 'agent' }]);
  });

  it('may have times that no calendar has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    try {
      const path = join(folder, 'spans.json');
      await writeFile(
        path,
        JSON.stringify({
          resourceSpans: [
            {
              scopeSpans: [
                {
                  spans: [
                    {
                      traceId: 'a',
                      spanId: 'b',
                      startTimeUnixNano: 1e300,
                      attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'invoke_agent' } }],
                    },
                  ],
                },
              ],
            },
          ],
        }),
      );
      expect((await importTraces(path, join(folder, 'content'))).thread_id).toBe('a');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is refused if its nodes are so deep in one another that their names would fill the memory', () => {
    const chain = Array.from({ length: 5_000 }, (_, index) =>
      run(`s${index}`, index === 0 ? null : `s${index - 1}`, 'n', {
        run_type: 'chain',
        ...node('n', index),
      }),
    );
    expect(() => read(JSON.stringify(chain))).toThrow('too deep in one another');
  });

  const span = (index: number): ImportedSpan => ({
    id: `s${index}`,
    traceId: 'trace',
    parentId: null,
    name: 'node',
    kind: 'node',
    threadId: 'thread',
    input: null,
    output: null,
    runId: null,
    assistantId: null,
    nodeName: 'node',
    nodeId: null,
    taskId: null,
    step: null,
    startedAt: { ms: index, bound: 'exact', source: 'server' },
    endedAt: null,
    error: null,
    status: 'failed',
    runEnding: null,
    attempts: null,
    usage: null,
    toolCallId: null,
    toolName: null,
    previousNodes: [],
  });
  const inNode = (index: number, more: Partial<ImportedSpan>): ImportedSpan =>
    index === 0 ? span(0) : { ...span(index), parentId: 's0', ...more };
  it.each<readonly [string, (index: number) => ImportedSpan]>([
    ['a trace for each run of a thread', (index) => ({ ...span(index), kind: 'run', traceId: `t${index}` })],
    [
      'as many failed runs as nodes',
      (index) => ({
        ...span(index),
        traceId: `t${index >> 1}`,
        kind: index % 2 === 0 ? 'run' : 'node',
        runId: `r${index >> 1}`,
        endedAt: { ms: index, bound: 'exact', source: 'server' },
        error: 'no',
      }),
    ],
    ['a run for each node of a trace', (index) => ({ ...span(index), runId: `r${index}` })],
    ['one task in all spans', (index) => ({ ...span(index), taskId: 'task' })],
    [
      'another model in each span of a node',
      (index) =>
        inNode(index, { kind: 'model', usage: { model: `m${index}`, input: 1, cached: 0, output: 1 } }),
    ],
    ['all tools in one node', (index) => inNode(index, { kind: 'tool' })],
  ])('costs time for its spans, and not for their square: %s', (_name, spanAt) => {
    const spans = Array.from({ length: importLimits.spans }, (_, index) => spanAt(index));
    expect(cpuMs(() => void importedThreads(spans))).toBeLessThan(5_000);
  });

  it('never fails but with a reason', () => {
    const anyRun = fc.record({
      id: fc.string(),
      run_type: fc.constantFrom('llm', 'chain', 'tool'),
      trace_id: fc.anything(),
      parent_run_id: fc.anything(),
      name: fc.anything(),
      start_time: fc.anything(),
      end_time: fc.anything(),
      outputs: fc.anything(),
      error: fc.anything(),
      extra: fc.anything(),
    });
    const anySpan = fc.record({
      resourceSpans: fc.array(
        fc.record({
          scopeSpans: fc.array(fc.record({ spans: fc.array(fc.anything({ withNullPrototype: false })) })),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(anyRun, anySpan, fc.anything()), { maxLength: 4 }), (values) => {
        expect(
          problemOf(() =>
            importedThreads(
              readTraceFile(
                JSON.stringify(values, (_key, each: unknown) => (typeof each === 'bigint' ? 1 : each)),
              ).spans,
            ),
          ),
        ).toBeNull();
      }),
    );
  });
});

describe('inputs and outputs', () => {
  const valuesOf = (text: string) => {
    const [thread] = importedThreads(readTraceFile(text).spans);
    return new Map(thread?.values.map(({ of, id, input, output }) => [`${of} ${id}`, [input, output]]));
  };
  const whole = (value: unknown) => {
    const text = JSON.stringify(value);
    return { text, length: text.length };
  };

  it('of runs and nodes are those of LangSmith, and of no model or tool', () => {
    const values = valuesOf(
      JSON.stringify([
        run('root', null, 'LangGraph', { inputs: { topic: 'tides' }, outputs: null }),
        run('1', 'root', 'plan', { ...node('plan', 1), inputs: { topic: 'tides' }, outputs: { plan: [1] } }),
        run('2', '1', 'gpt', { run_type: 'llm', inputs: { prompt: 'x' } }),
      ]),
    );
    expect(Object.fromEntries(values)).toEqual({
      'run root': [whole({ topic: 'tides' }), null],
      'execution task-plan': [whole({ topic: 'tides' }), whole({ plan: [1] })],
    });
  });

  it('of OpenTelemetry are the values of OpenInference, with the digits of the file', () => {
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const span = {
      traceId: 't',
      spanId: 's',
      name: 'plan',
      attributes: [
        attribute('graph.node.id', 'plan'),
        attribute('input.value', '{"id": 9007199254740993}'),
        attribute('output.value', 'plain words'),
      ],
    };
    const file = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    const [input, output] = valuesOf(JSON.stringify(file)).get('execution t s') ?? [];
    expect([input?.text, output?.text]).toEqual(['{"id": 9007199254740993}', '"plain words"']);
  });

  it('that asked and was answered are the first input and the last output', () => {
    const asks = run('1', 'root', 'ask', { ...node('ask', 1), inputs: { a: 1 }, outputs: null });
    const answered = run('2', 'root', 'ask', { ...node('ask', 1), inputs: { a: 2 }, outputs: { b: 3 } });
    const values = valuesOf(JSON.stringify([run('root', null, 'LangGraph'), asks, answered]));
    expect(values.get('execution task-ask')).toEqual([whole({ a: 1 }), whole({ b: 3 })]);
  });

  it('are left out if they are too long, with their length, and say where digits were lost', () => {
    const inputs = { text: 'x'.repeat(300_000) };
    const text = JSON.stringify([run('root', null, 'LangGraph', { inputs, outputs: { id: 0 } })]);
    const values = valuesOf(text.replace('"id":0', '"id":9007199254740993'));
    expect(values.get('run root')).toEqual([
      { text: null, length: 300_011 },
      whole({ id: 'about 9007199254740992' }),
    ]);
  });
});

describe('an imported file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is a recording that says what an export does not have', async () => {
    const path = join(folder, 'runs.json');
    await writeFile(
      path,
      JSON.stringify([run('root', null, 'LangGraph'), run('1', 'root', 'plan', node('plan', 1)), 7]),
    );
    const manifest = await importTraces(path, join(folder, 'content'));
    expect(manifest.entries.map(({ path: name }) => name)).toEqual([
      'threads.ndjson',
      'runs.ndjson',
      'records.ndjson',
      'values.ndjson',
    ]);
    expect(manifest.missing.map(({ what }) => what)).toEqual([
      'history',
      'state',
      'frames',
      'graph',
      'truncated',
    ]);
    expect(manifest).toMatchObject({ thread_id: 'thread-1', counts: { runs: 1, checkpoints: 0, frames: 0 } });
  });
});
