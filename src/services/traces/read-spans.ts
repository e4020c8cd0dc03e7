import type { GraphClient } from 'remote-graph-client/client';
import type { RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import { createValueScrubber } from '../scrubbing/value-scrubber.ts';
import { boundedMessage } from './bounded-text.ts';
import { readRunContent } from './read-run-content.ts';
import { spansOfRun } from './run-spans.ts';
import { traceContextOf, type TraceContext } from './trace-context.ts';
import { spanIdsOfRun } from './trace-ids.ts';
import type { TraceSpan } from './trace-span.ts';

interface SpanReading {
  readonly client: GraphClient;
  readonly scrubber: Scrubber;
  readonly withContent: boolean;
  readonly signal: AbortSignal;
}

/** By run id; empty for a run of whose time nothing is known. */
export async function readSpans(
  { client, scrubber, withContent, signal }: SpanReading,
  record: ThreadRecord,
  runs: readonly RecordedRun[],
): Promise<ReadonlyMap<string, readonly TraceSpan[]>> {
  const values = createValueScrubber({ scrubber, likely: true, hosts: null });
  const contexts = await readContexts(client, record, signal);
  const agentNames = await readAgentNames(client, runs, signal);
  const traces = new Map(
    record.runs.map(({ runId }) => [
      runId,
      spanIdsOfRun(record.threadId, runId, contexts.get(runId) ?? null),
    ]),
  );
  const spansByRun = new Map<string, readonly TraceSpan[]>();
  for (const run of runs) {
    signal.throwIfAborted();
    const content = withContent ? await readRunContent(client, record, run, values, signal) : null;
    const spans = spansOfRun({
      record,
      run,
      traces,
      context: contexts.get(run.runId) ?? null,
      agentName: agentNames.get(run.assistantId ?? '') ?? null,
      content,
      clean: (text) => boundedMessage(text, values),
    });
    spansByRun.set(run.runId, spans);
  }
  return spansByRun;
}

// As many as a record lists.
const maxRuns = 1000;

/** Of the runs that an app started in a trace of its own. A server that lists no runs knows none. */
async function readContexts(
  client: GraphClient,
  { threadId, gaps, runs }: ThreadRecord,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TraceContext>> {
  const contexts = new Map<string, TraceContext>();
  if (runs.length === 0 || gaps.some(({ kind }) => kind === 'runs')) return contexts;
  const call = { signal, purpose: 'traces.runs' };
  for await (const wire of client.runs.listAll(threadId, { limit: maxRuns }, call)) {
    const context = traceContextOf(wire);
    if (context !== null) contexts.set(wire.run_id, context);
  }
  return contexts;
}

/** By the ids of their assistants. One that was deleted has no name any more. */
async function readAgentNames(
  client: GraphClient,
  runs: readonly RecordedRun[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const assistantId of new Set(runs.flatMap((run) => run.assistantId ?? []))) {
    const wire = await client.assistants
      .get(assistantId, { signal, purpose: 'traces.assistant' })
      .catch(() => null);
    signal.throwIfAborted();
    const name = nonEmptyStringOrNull(wire?.name) ?? nonEmptyStringOrNull(wire?.graph_id);
    if (name !== null) names.set(assistantId, name.slice(0, maxNameLength));
  }
  return names;
}

const maxNameLength = 200;
