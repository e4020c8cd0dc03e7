import type { GraphClient } from '../../../remote-graph/client.ts';
import type { TraceStep, ExecutionTrace } from '../../../shared/model/threads/execution-trace.ts';
import { copiedSubgraphs, originalOf } from '../history/copied-checkpoints.ts';
import { readTraceLevels, usualTraceLimits, type ExecutionTraceLimits } from './read-levels.ts';
import { parseTraceRows } from './trace-row.ts';
import { toTraceSteps } from './trace-steps.ts';

/**
 * What really ran on a thread, from its history and those of its subgraphs. Inner graphs' steps come before
 * outer ones: a message counts for the innermost node that wrote it.
 */
export async function readExecutionTrace(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
  limits: ExecutionTraceLimits = usualTraceLimits,
): Promise<ExecutionTrace> {
  const { levels, isCut } = await readTraceLevels(client, threadId, signal, {
    limits,
    purpose: 'threads.executionTrace',
    parse: parseTraceRows,
  });
  const steps: TraceStep[] = [];
  const seen = new Set<string>();
  let isBroken = false;
  for (const { scope, rows } of levels.toReversed()) {
    const { steps: own, broken } = toTraceSteps(scope, rows, steps.length, seen);
    isBroken ||= broken;
    for (const step of own) steps.push(step);
  }
  const root = levels[0]?.rows ?? [];
  const edits = root.flatMap((row) => {
    if ((row.source !== 'update' && row.source !== 'fork') || row.checkpointId === null) return [];
    const parentId = originalOf(row, root)?.checkpointId ?? row.parentId;
    return parentId === null ? [] : { checkpointId: row.checkpointId, parentId };
  });
  const copies = copiedSubgraphs(levels.map(({ scope, rows }) => ({ ...scope, rows })));
  return { steps, edits, copies, coverage: isCut ? 'limit' : isBroken ? 'broken' : 'whole' };
}
