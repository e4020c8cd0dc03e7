import { subgraphNamespace, type RecordRow } from './checkpoint-row.ts';
import type { ExecutionDraft } from './execution-drafts.ts';
import { withoutIds } from '../../../shared/checkpoint-namespace.ts';
import type { EvidenceLevel, RunEvidence } from './evidence.ts';

// What runs did in subgraphs, by the checkpoints that they wrote there.
export interface SubgraphRuns {
  // Runs that wrote checkpoints inside an execution, however deep: they certainly worked at it.
  runsInside(draft: ExecutionDraft): ReadonlySet<string>;
  // Executions that ran the subgraph of a namespace: one, or all calls of a subgraph with a checkpointer of its own.
  callersOf(namespace: string, parent: ExecutionDraft | null): readonly ExecutionDraft[];
  hasWritten(namespace: string, runId: string): boolean;
  // The checkpoint of a namespace that a run found there, as the newest one until its end.
  newestFor(namespace: string, run: RunEvidence): RecordRow | null;
}

const none: ReadonlySet<string> = new Set();

// `drafts`: outer ones before inner ones.
export function collectSubgraphRuns(
  levels: readonly EvidenceLevel[],
  drafts: readonly ExecutionDraft[],
): SubgraphRuns {
  const rowsOf = new Map(levels.map(({ namespace, rows }) => [namespace, rows]));
  const writers = new Map(
    levels.map(({ namespace, rows }) => [namespace, new Set(rows.map(({ runId }) => runId))]),
  );
  const runIdsInside = new Map<ExecutionDraft, Set<string>>();
  const callers = new Map<string, ExecutionDraft[]>();
  for (const draft of drafts.toReversed()) {
    const { parent, before, made } = draft;
    const subgraph = subgraphNamespace(draft.namespace, draft.task);
    if (subgraph !== null) {
      const namespace = withoutIds(subgraph);
      const callersOfNamespace = callers.get(namespace);
      if (callersOfNamespace) callersOfNamespace.push(draft);
      else callers.set(namespace, [draft]);
    }
    if (parent === null) continue;
    const outerRunIds = runIdsInside.get(parent) ?? new Set<string>();
    runIdsInside.set(parent, outerRunIds);
    for (const runId of runIdsInside.get(draft) ?? none) outerRunIds.add(runId);
    if (before.runId !== null && before.source !== 'update') outerRunIds.add(before.runId);
    if (made !== null && made.runId !== null) outerRunIds.add(made.runId);
  }
  return {
    runsInside: (draft) => runIdsInside.get(draft) ?? none,
    callersOf: (namespace, parent) => {
      const shared = callers.get(namespace) ?? [];
      return parent === null || shared.includes(parent) ? shared : [...shared, parent];
    },
    hasWritten: (namespace, runId) => writers.get(namespace)?.has(runId) === true,
    newestFor: (namespace, { endedAt }) =>
      rowsOf.get(namespace)?.find(({ createdMs }) => (createdMs ?? -Infinity) <= (endedAt ?? Infinity)) ??
      null,
  };
}
