import { rawTextOf, TooLargeError, type GraphClient } from '../../../remote-graph/client.ts';
import type { TraceStep, ExecutionTrace } from '../../../shared/model/threads/execution-trace.ts';
import { copiedSubgraphs, originalOf } from '../history/copied-checkpoints.ts';
import { parseTraceRows, type TraceRow } from './trace-row.ts';
import { toTraceSteps, type SubgraphScope as Place } from './trace-steps.ts';

/** Read limits: checkpoints per namespace, and namespaces of subgraphs. */
export interface ExecutionTraceLimits {
  readonly checkpoints: number;
  readonly subgraphs: number;
}

const usualLimits: ExecutionTraceLimits = { checkpoints: 1000, subgraphs: 60 };
const pageSize = 100;

/**
 * What really ran on a thread, from its history and those of its subgraphs; beyond the limit, newer subgraph
 * calls win. Inner graphs' steps come before outer ones: a message counts for the innermost node that wrote
 * it.
 */
export async function readExecutionTrace(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
  limits: ExecutionTraceLimits = usualLimits,
): Promise<ExecutionTrace> {
  const read = (ref: Place): Promise<Rows> => readRows(client, threadId, ref, limits, signal);
  const levels: { readonly ref: Place; readonly rows: readonly TraceRow[] }[] = [];
  let isCut = false;
  let reads = 0;
  const waiting: Place[] = [{ container: '', namespace: null }];
  for (let ref = waiting.shift(); ref !== undefined; ref = waiting.shift()) {
    if (reads > limits.subgraphs) {
      isCut = true;
      break;
    }
    reads += 1;
    // Sequential, so as not to flood the server.
    const { rows, cut } = await read(ref);
    isCut ||= cut;
    levels.push({ ref, rows });
    for (const inner of insideOf(ref, rows)) waiting.push(inner);
  }

  const steps: TraceStep[] = [];
  const seen = new Set<string>();
  let isBroken = false;
  for (const { ref, rows } of levels.toReversed()) {
    const { steps: own, broken } = toTraceSteps(ref, rows, steps.length, seen);
    isBroken ||= broken;
    for (const step of own) steps.push(step);
  }
  const root = levels[0]?.rows ?? [];
  const edits = root.flatMap((row) => {
    if ((row.source !== 'update' && row.source !== 'fork') || row.checkpointId === null) return [];
    const parentId = originalOf(row, root)?.checkpointId ?? row.parentId;
    return parentId === null ? [] : { checkpointId: row.checkpointId, parentId };
  });
  const copies = copiedSubgraphs(levels.map(({ ref, rows }) => ({ ...ref, rows })));
  return { steps, edits, copies, coverage: isCut ? 'limit' : isBroken ? 'broken' : 'whole' };
}

interface Rows {
  readonly rows: readonly TraceRow[];
  /** There are more than were read. */
  readonly cut: boolean;
}

/** Pages, newest first, until the end or the limit. */
async function readRows(
  client: GraphClient,
  threadId: string,
  { namespace }: Place,
  { checkpoints }: ExecutionTraceLimits,
  signal: AbortSignal,
): Promise<Rows> {
  const rows: TraceRow[] = [];
  let limit = Math.min(pageSize, checkpoints);
  let before: string | null = null;
  while (rows.length < checkpoints) {
    const query = { limit, before, ...(namespace === null ? {} : { checkpointNs: namespace }) };
    try {
      const wire = await client.threads.getHistory(threadId, query, {
        signal,
        purpose: 'threads.executionTrace',
      });
      const page = parseTraceRows(rawTextOf(wire));
      for (const row of page) rows.push(row);
      const last = page.at(-1)?.checkpointId ?? null;
      if (page.length < limit || last === null || last === before) return { rows, cut: false };
      before = last;
    } catch (thrown) {
      // Servers include all values, so a page may exceed the response limit.
      if (!(thrown instanceof TooLargeError) || limit === 1) throw thrown;
      limit = Math.ceil(limit / 4);
    }
  }
  return { rows, cut: true };
}

/** Distinct subgraphs that the tasks of some checkpoints ran, newest first. */
function insideOf({ container }: Place, rows: readonly TraceRow[]): Place[] {
  const refs = new Map<string, Place>();
  for (const { tasks } of rows) {
    for (const { name, namespace } of tasks) {
      if (namespace === null || refs.has(namespace)) continue;
      refs.set(namespace, { container: container === '' ? name : `${container}:${name}`, namespace });
    }
  }
  return [...refs.values()];
}
