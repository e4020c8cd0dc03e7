import type { TraceStep, ExecutionTrace } from '../../../shared/model/threads/execution-trace.ts';
import type { NodeActivity } from '../../domain/node-activity.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { observedQuery } from '../../queries/shared-queries.ts';
import { useStudio } from '../../rpc/rpc-context.ts';

/**
 * Node activity on the branch that ends at a checkpoint: the steps from the input up to it, with their
 * subgraphs. Excludes other branches of the thread.
 */
export function branchActivity(
  { steps, edits, copies }: Pick<ExecutionTrace, 'steps' | 'edits' | 'copies'>,
  checkpointId: string,
): ReadonlyMap<string, NodeActivity> {
  const maker = new Map<string, TraceStep>();
  const innerMaker = new Map<string, TraceStep>();
  const inside = new Map<string, TraceStep[]>();
  for (const step of steps) {
    const { namespace, made } = step.checkpoints ?? { namespace: '', made: null };
    if (namespace !== '') {
      inside.set(namespace, [...(inside.get(namespace) ?? []), step]);
      if (made !== null) innerMaker.set(keyOf(namespace, made), step);
    } else if (made !== null) maker.set(made, step);
  }
  const copiedFrom = new Map(copies.map(({ namespace, of }) => [namespace, of]));
  const parents = new Map(edits.map((edit) => [edit.checkpointId, edit.parentId]));
  const found = new Map<string, NodeActivity>();
  const seen = new Set<string>();
  const add = ({ container, tasks }: TraceStep): void => {
    for (const { name, ms, namespace } of tasks) {
      const id = container === '' ? name : `${container}:${name}`;
      const before = found.get(id);
      found.set(id, {
        status: 'finished',
        visits: (before?.visits ?? 0) + 1,
        // If one visit's time is unknown, the total is unknown.
        ms: ms === null || before?.ms === null ? null : (before?.ms ?? 0) + ms,
      });
      if (namespace !== undefined) addInside(namespace);
    }
  };
  const addInside = (namespace: string): void => {
    if (seen.has(namespace)) return;
    seen.add(namespace);
    for (const step of inside.get(namespace) ?? []) add(step);
    const of = copiedFrom.get(namespace);
    if (of) addUpTo(of.namespace, of.checkpointId);
  };
  /** Adds the steps of a subgraph up to its checkpoint. */
  const addUpTo = (namespace: string, innerId: string): void => {
    let at: string | undefined = innerId;
    while (at !== undefined && !seen.has(keyOf(namespace, at))) {
      seen.add(keyOf(namespace, at));
      const step = innerMaker.get(keyOf(namespace, at));
      if (step) add(step);
      at = step?.isFirst ? undefined : step?.checkpoints?.from;
    }
    // The subgraph itself may start from an edited state.
    const of = copiedFrom.get(namespace);
    if (of) addUpTo(of.namespace, of.checkpointId);
  };

  let at: string | undefined = checkpointId;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const step = maker.get(at);
    if (step) add(step);
    at = step?.isFirst ? undefined : (step?.checkpoints?.from ?? parents.get(at));
  }
  return found;
}

function keyOf(namespace: string, checkpointId: string): string {
  return `${namespace} ${checkpointId}`;
}

/**
 * Activity before the checkpoint that a run forked from, read from the thread's history; `null` while loading
 * and without a checkpoint. The past of a checkpoint never changes, so it is read once.
 */
export function useBranchActivity(
  connectionId: string,
  threadId: string | null,
  checkpointId: string | null,
): ReadonlyMap<string, NodeActivity> | null {
  const studio = useStudio();
  const { data } = useQuery({
    ...observedQuery(studio, connectionId, threadId ?? '', `to ${checkpointId ?? ''}`),
    enabled: threadId !== null && checkpointId !== null,
    staleTime: Infinity,
  });
  return useMemo(
    () => (data === undefined || checkpointId === null ? null : branchActivity(data, checkpointId)),
    [data, checkpointId],
  );
}
