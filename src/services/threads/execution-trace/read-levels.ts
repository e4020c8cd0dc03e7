import {
  GraphServerError,
  rawTextOf,
  TooLargeError,
  type GraphClient,
} from '../../../remote-graph/client.ts';
import { distinctCheckpoints } from '../mappers/history-mapper.ts';
import type { TraceRow } from './trace-row.ts';
import type { SubgraphScope } from './trace-steps.ts';

/** Read limits: checkpoints per namespace, namespaces of subgraphs, and UTF-16 units of all pages together. */
export interface ExecutionTraceLimits {
  readonly checkpoints: number;
  readonly subgraphs: number;
  readonly text: number;
}

export const usualTraceLimits: ExecutionTraceLimits = { checkpoints: 1000, subgraphs: 60, text: 2 ** 28 };

/** How levels are read. */
export interface LevelReading<R extends TraceRow> {
  readonly limits: ExecutionTraceLimits;
  readonly purpose: string;
  /** Parses a page of history, newest first. */
  readonly parse: (pageText: string) => readonly R[];
  /** Whether the root graph's rows so far suffice; reads all, if omitted. */
  readonly isEnough?: (rows: readonly R[]) => boolean;
  /** The rows whose subgraphs are read; all, if omitted. */
  readonly selectRows?: (rows: readonly R[]) => readonly R[];
}

/** The checkpoints of the root graph, or of one call of a subgraph, newest first. */
export interface TraceLevel<R extends TraceRow> {
  readonly scope: SubgraphScope;
  readonly rows: readonly R[];
}

const pageSize = 100;

/**
 * Reads a thread's history and those of its subgraphs: the root graph first, then inner graphs; beyond the limit, newer
 * subgraph calls win. `isCut`: there is more than was read.
 */
export async function readTraceLevels<R extends TraceRow>(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
  reading: LevelReading<R>,
): Promise<{ readonly levels: readonly TraceLevel<R>[]; readonly isCut: boolean }> {
  const { limits, selectRows } = reading;
  const levels: TraceLevel<R>[] = [];
  let isCut = false;
  let reads = 0;
  const budget = { text: limits.text };
  const waiting: SubgraphScope[] = [{ container: '', namespace: null }];
  for (let scope = waiting.shift(); scope !== undefined; scope = waiting.shift()) {
    if (reads > limits.subgraphs || budget.text <= 0) {
      isCut = true;
      break;
    }
    reads += 1;
    // Sequential, so as not to flood the server.
    const level = await readRows(client, threadId, scope, signal, reading, budget).catch((error: unknown) => {
      // Servers can't always find the graph of a sub-agent that a tool started. What the levels around it tell remains.
      if (scope.namespace !== null && error instanceof GraphServerError) return null;
      throw error;
    });
    if (level === null) {
      isCut = true;
      continue;
    }
    const { rows, cut } = level;
    isCut ||= cut;
    levels.push({ scope, rows });
    for (const inner of subgraphsOf(scope, selectRows?.(rows) ?? rows)) waiting.push(inner);
  }
  return { levels, isCut };
}

/** Pages, newest first, until the end or the limit. */
async function readRows<R extends TraceRow>(
  client: GraphClient,
  threadId: string,
  { namespace }: SubgraphScope,
  signal: AbortSignal,
  { limits: { checkpoints }, purpose, parse, isEnough }: LevelReading<R>,
  budget: { text: number },
): Promise<{ readonly rows: readonly R[]; readonly cut: boolean }> {
  const rows: R[] = [];
  let limit = Math.min(pageSize, checkpoints);
  let before: string | null = null;
  while (rows.length < checkpoints) {
    const query = { limit, before, ...(namespace === null ? {} : { checkpointNs: namespace }) };
    try {
      const wire = await client.threads.getHistory(threadId, query, { signal, purpose });
      const text = rawTextOf(wire);
      // A state of megabytes is in every checkpoint.
      budget.text -= text.length;
      const page = parse(text);
      for (const row of distinctCheckpoints(page, threadId)) rows.push(row);
      const last = page.at(-1)?.checkpointId ?? null;
      if (page.length < limit || last === null || last === before) return { rows, cut: false };
      if (namespace === null && isEnough?.(rows) === true) return { rows, cut: false };
      if (budget.text <= 0) return { rows, cut: true };
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
function subgraphsOf({ container }: SubgraphScope, rows: readonly TraceRow[]): SubgraphScope[] {
  const scopes = new Map<string, SubgraphScope>();
  for (const { tasks } of rows) {
    for (const { name, namespace } of tasks) {
      if (namespace === null || scopes.has(namespace)) continue;
      scopes.set(namespace, { container: container === '' ? name : `${container}:${name}`, namespace });
    }
  }
  return [...scopes.values()];
}
