import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { createDemoStudio, type DemoStudio } from '../../../testing/services/demo-studio.ts';
import { encodeSpans } from '../../traces/encode-spans.ts';
import { spansOfRun } from '../../traces/run-spans.ts';
import { spanIdsOfRun } from '../../traces/trace-ids.ts';
import { importedThreads } from './imported-record.ts';
import { readTraceFile } from './read-trace-file.ts';

const { signal } = new AbortController();
let studio: DemoStudio;
beforeAll(async () => {
  studio = await createDemoStudio();
});
afterAll(() => studio.stop());

const usual = { spans: 512, bytes: 2 ** 20 };

function exported(record: ThreadRecord): string {
  const traces = new Map(record.runs.map(({ runId }) => [runId, spanIdsOfRun(record.threadId, runId, null)]));
  const spans = record.runs.flatMap((run) =>
    spansOfRun({ record, run, traces, context: null, agentName: null, content: null, clean: (text) => text }),
  );
  const batches = encodeSpans(spans, { service: 'demo', version: '1' }, usual, 'json');
  return [...batches].map(({ body }) => Buffer.from(body).toString()).join('\n');
}

// What would run next has no span, and what is not known is not in an export.
const factsOf = ({ executions, runs }: ThreadRecord) => ({
  executions: executions
    .filter(({ spans }) => spans.length > 0)
    .map(({ nodeId, taskId, step, status, error, tokens, models, spans }) => ({
      nodeId,
      taskId,
      step,
      status,
      error,
      tokens,
      models,
      times: spans.map(({ runId, startedAt, endedAt }) => [
        runId,
        startedAt && { ...startedAt, ms: Math.round(startedAt.ms) },
        endedAt && { ...endedAt, ms: Math.round(endedAt.ms) },
      ]),
    }))
    .toSorted((a, b) => (a.taskId < b.taskId ? -1 : 1)),
  runs: runs.map(({ runId, assistantId, createdAt, endedAt, ending }) => [
    runId,
    assistantId,
    createdAt,
    endedAt,
    ending?.kind,
  ]),
});

it.each([
  ['writer', { topic: 'Tide tables', pace: 0 }],
  ['broken', {}],
])(
  'a thread of %s that is exported and imported has the same nodes, times, tokens and runs',
  async (graph, input) => {
    const threadId = await studio.runGraph(graph, { input });
    const record = await studio.services.handlers.calls['threads.readRecord'](
      { connectionId: studio.connectionId, threadId, since: null },
      signal,
    );
    expect(record.executions.length).toBeGreaterThan(0);
    const threads = importedThreads(readTraceFile(exported(record)).spans);
    expect(threads).toHaveLength(1);
    const [{ record: back, unplaced } = { record, unplaced: -1 }] = threads;
    expect([back.threadId, unplaced, back.checkpoints]).toEqual([threadId, 0, []]);
    expect(factsOf(back)).toEqual(factsOf(record));
  },
);
