import { AppError } from '../../../shared/app-error.ts';
import type { ModelUsage } from '../../../shared/model/model-usage.ts';
import type {
  Execution,
  RecordedRun,
  RecordedToolCall,
  RunEnding,
  ThreadRecord,
} from '../../../shared/model/thread-record.ts';
import { maxImportedLength, type ImportedValue } from '../../../shared/model/imported-values.ts';
import type { ImportedValuesLine } from '../imported-values.ts';
import { importLimits, type ImportedSpan } from './imported-span.ts';

/** What a file of another tool says of one thread. */
export interface ImportedThread {
  readonly record: ThreadRecord;
  /** Of its runs and executions. */
  readonly values: readonly ImportedValuesLine[];
  /** Spans that are neither a run, a node, a model nor a tool, or that stand in no node: they are not in the record. */
  readonly unplaced: number;
}

/**
 * The records of threads, from spans alone: no checkpoint, state or question is in them, and none is made up. A trace
 * without a thread becomes a thread. Nodes are nested as their spans are; models and tools count for their node.
 */
export function importedThreads(spans: readonly ImportedSpan[]): readonly ImportedThread[] {
  const byTrace = groupedBy(spans, ({ traceId }) => traceId);
  const byThread = groupedBy(
    [...byTrace],
    ([traceId, trace]) => trace.find((span) => span.threadId !== null)?.threadId ?? traceId,
  );
  return [...byThread].map(([threadId, traces]) =>
    importedThread(
      threadId,
      traces.map(([, trace]) => trace),
    ),
  );
}

function importedThread(threadId: string, traces: readonly ImportedSpan[][]): ImportedThread {
  const runs = new Map<string, RecordedRun>();
  const executions = new Map<string, Execution>();
  // Models and tools, by the execution that they count for.
  const inner = new Map<string, ImportedSpan[]>();
  const values = new Map<string, ImportedValuesLine>();
  let unplaced = 0;
  for (const trace of traces.toSorted((a, b) => startOf(a) - startOf(b))) {
    const places = new Map(trace.map((span) => [span.id, span]));
    const start = startOf(trace);
    const sorted = trace.toSorted((a, b) => (a.startedAt?.ms ?? 0) - (b.startedAt?.ms ?? 0));
    const around = (span: ImportedSpan, kind: ImportedSpan['kind']): ImportedSpan | null =>
      ancestor(span, places, kind);
    for (const span of sorted.filter(({ kind }) => kind === 'run')) {
      // An agent inside of a node is no run of the thread.
      if (around(span, 'node') !== null) continue;
      const runId = runIdOf(span, span);
      runs.set(runId, toRun(span));
      addValues(values, threadId, 'run', runId, span);
    }
    for (const span of inDepth(sorted, places)) {
      if (span.kind !== 'node') continue;
      const parent = around(span, 'node');
      const runId = runIdOf(span, around(span, 'run'));
      if (!runs.has(runId)) runs.set(runId, runOfTrace(runId, span, start));
      addExecution(executions, span, parent, runId);
      addValues(values, threadId, 'execution', executionIdOf(span), span);
    }
    for (const span of sorted) {
      if (span.kind === 'node' || (span.kind === 'run' && around(span, 'node') === null)) continue;
      const node = around(span, 'node');
      if (node === null || (span.kind !== 'model' && span.kind !== 'tool')) unplaced += 1;
      else addTo(inner, executionIdOf(node), span);
    }
  }
  const list = [...executions.values()].map((execution) =>
    withInner(execution, inner.get(execution.executionId) ?? []),
  );
  const byLastRun = groupedBy(list, ({ spans }) => spans.at(-1)?.runId);
  return {
    record: {
      threadId,
      headId: null,
      checkpoints: [],
      copies: [],
      executions: list,
      questions: [],
      runs: [...runs.values()].map((run) => withExecutions(run, byLastRun.get(run.runId) ?? [])),
      gaps: [{ kind: 'import' }],
    },
    values: [...values.values()],
    unplaced,
  };
}

// What asked has its input from the first span, and its output from the one with the answer.
function addValues(
  values: Map<string, ImportedValuesLine>,
  threadId: string,
  of: ImportedValuesLine['of'],
  id: string,
  { input, output }: ImportedSpan,
): void {
  if (input === null && output === null) return;
  const key = `${of} ${id}`;
  const before = values.get(key);
  values.set(key, {
    thread_id: threadId,
    of,
    id,
    input: before?.input ?? boundedValue(input),
    output: boundedValue(output) ?? before?.output ?? null,
  });
}

function boundedValue(text: string | null): ImportedValue | null {
  if (text === null) return null;
  return { text: text.length > maxImportedLength ? null : text, length: text.length };
}

function startOf(trace: readonly ImportedSpan[]): number {
  return trace.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt?.ms ?? Infinity), Infinity);
}

// The nearest span around another one of this kind. A file may have a circle.
function ancestor(
  span: ImportedSpan,
  places: ReadonlyMap<string, ImportedSpan>,
  kind: ImportedSpan['kind'],
): ImportedSpan | null {
  let current = span.parentId === null ? undefined : places.get(span.parentId);
  for (let depth = 0; current !== undefined && depth < importLimits.depth; depth += 1) {
    if (current.kind === kind && current !== span) return current;
    current = current.parentId === null ? undefined : places.get(current.parentId);
  }
  return null;
}

// Each after the one around it, and otherwise as they began.
function* inDepth(
  sorted: readonly ImportedSpan[],
  places: ReadonlyMap<string, ImportedSpan>,
): Generator<ImportedSpan> {
  const children = groupedBy(sorted, ({ parentId }) =>
    parentId !== null && places.has(parentId) ? parentId : null,
  );
  const seen = new Set<string>();
  // What is in a circle has no beginning, and comes last.
  for (const root of [...(children.get(null) ?? []), ...sorted]) {
    const waiting = [root];
    for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
      if (seen.has(span.id)) continue;
      seen.add(span.id);
      yield span;
      for (const child of (children.get(span.id) ?? []).toReversed()) waiting.push(child);
    }
  }
}

function runIdOf(span: ImportedSpan, run: ImportedSpan | null): string {
  return span.runId ?? run?.runId ?? run?.id ?? span.traceId;
}

function toRun(span: ImportedSpan): RecordedRun {
  const { startedAt, endedAt } = span;
  return {
    runId: runIdOf(span, span),
    assistantId: span.assistantId,
    origin: { kind: 'unknown', checkpointId: null },
    source: 'unknown',
    createdAt: startedAt?.ms ?? null,
    endedAt: endedAt?.ms ?? null,
    status: endedAt === null ? 'unknown' : 'ended',
    ending: endedAt === null ? null : endingOf(span),
  };
}

function endingOf({ runEnding, status, error }: ImportedSpan): RunEnding {
  const ending = error === null ? (runEnding ?? status) : 'failed';
  switch (ending) {
    case 'failed':
      return { kind: 'failed', executionId: null, error, isRecursionLimit: false };
    case 'finished':
      return { kind: 'finished' };
    case 'interrupted':
      return { kind: 'interrupted', executionIds: [] };
    case 'paused':
      return { kind: 'paused', place: 'unknown', nodes: [] };
    case 'cancelled':
      return { kind: 'cancelled', isKept: null };
    case 'timed-out':
      return { kind: 'timed-out' };
    default:
      return { kind: 'unknown', why: 'The file does not say how the run ended.' };
  }
}

// The file has a part of a run, without the run itself.
function runOfTrace(runId: string, span: ImportedSpan, start: number): RecordedRun {
  return { ...toRun({ ...span, endedAt: null }), runId, createdAt: Number.isFinite(start) ? start : null };
}

// Which executions ended it. `last`: those that worked in it last.
function withExecutions(run: RecordedRun, last: readonly Execution[]): RecordedRun {
  const { ending } = run;
  if (ending?.kind === 'interrupted' || ending?.kind === 'finished') {
    const asking = last.filter(({ status }) => status === 'interrupted');
    // LangGraph returns from a run whose nodes ask something, which tracers take for success. A node may catch the
    // question of a graph that it calls.
    const isInterrupted = ending.kind === 'interrupted' || asking.some(({ parentId }) => parentId === null);
    if (!isInterrupted) return run;
    const executionIds = asking.map(({ executionId }) => executionId);
    return { ...run, ending: { kind: 'interrupted', executionIds } };
  }
  if (ending?.kind !== 'failed') return run;
  const failed = last.findLast(({ status }) => status === 'failed');
  return failed === undefined ? run : { ...run, ending: { ...ending, executionId: failed.executionId } };
}

// The spans of one task are one execution: it asked in one run, and was answered in another.
function executionIdOf({ taskId, traceId, id }: ImportedSpan): string {
  return taskId === null || taskId === '' ? `${traceId} ${id}` : taskId;
}

function addExecution(
  executions: Map<string, Execution>,
  span: ImportedSpan,
  parent: ImportedSpan | null,
  runId: string,
): void {
  const executionId = executionIdOf(span);
  const name = span.nodeName ?? span.name;
  const parentExecution = parent === null ? undefined : executions.get(executionIdOf(parent));
  // The same list again, because a file may have any number of spans of a task.
  const spans = executions.get(executionId)?.spans ?? [];
  spans.push({ runId, startedAt: span.startedAt, endedAt: span.endedAt, attempts: span.attempts });
  if ((parentExecution?.nodeId ?? '').length + name.length > importLimits.nodeIdLength)
    throw new AppError('invalid-input', 'This file has nodes that are too deep in one another.', {
      hint: 'Export fewer runs.',
    });
  executions.set(executionId, {
    executionId,
    nodeId: span.nodeId ?? (parentExecution === undefined ? name : `${parentExecution.nodeId}:${name}`),
    name,
    taskId: span.taskId ?? '',
    namespace:
      parentExecution === undefined ? '' : `${parentExecution.nodeId}:${parentExecution.executionId}`,
    parentId: parentExecution?.executionId ?? null,
    innerNamespace: null,
    before: null,
    made: null,
    step: span.step,
    status: span.status,
    spans,
    error: span.error,
    abortedBy: null,
    tokens: null,
    models: [],
    from: span.previousNodes.map((node) => node.split(':').at(-1) ?? node),
    isSent: false,
    hasResult: false,
  });
}

function withInner(execution: Execution, inner: readonly ImportedSpan[]): Execution {
  const toolCalls: RecordedToolCall[] = [];
  const models = new Map<string | null, ModelUsage>();
  let tokens: number | null = null;
  for (const { id, kind, toolCallId, toolName, error, usage } of inner) {
    if (kind === 'tool')
      toolCalls.push({ callId: toolCallId ?? id, name: toolName, isError: error !== null });
    else if (usage !== null) {
      const same = models.get(usage.model);
      tokens = (tokens ?? 0) + usage.input + usage.output;
      models.set(usage.model, {
        model: usage.model,
        input: (same?.input ?? 0) + usage.input,
        cached: (same?.cached ?? 0) + usage.cached,
        output: (same?.output ?? 0) + usage.output,
      });
    }
  }
  return {
    ...execution,
    tokens,
    models: [...models.values()],
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

function groupedBy<T, K>(list: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) addTo(groups, keyOf(item), item);
  return groups;
}

function addTo<T, K>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
