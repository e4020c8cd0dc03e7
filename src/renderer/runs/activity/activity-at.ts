import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ExecutionTrace } from '../../../shared/model/threads/execution-trace.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import type { NodeActivity } from '../../domain/node-activity.ts';
import { observedQuery } from '../../queries/shared-queries.ts';
import { useStudio } from '../../rpc/rpc-context.ts';
import { branchActivity } from './branch-activity.ts';
import { withStateActivity } from './state-activity.ts';

/**
 * Node activity as it was at a checkpoint: what had led to it, what waits or runs next in its state, and as
 * `later` what only ran after it or on another branch. `null` if the trace doesn't reach the checkpoint.
 */
export function activityAt(
  trace: ExecutionTrace,
  checkpointId: string,
  state: ThreadState | null,
): ReadonlyMap<string, NodeActivity> | null {
  if (!isInTrace(trace, checkpointId)) return null;
  const activities = new Map(withStateActivity(branchActivity(trace, checkpointId), state));
  for (const { container, tasks } of trace.steps) {
    for (const { name } of tasks) {
      const id = container === '' ? name : `${container}:${name}`;
      if (!activities.has(id)) activities.set(id, { status: 'later', visits: 0, ms: null });
    }
  }
  return activities;
}

/** In a whole trace, a checkpoint that is in no step is from before the first one. */
function isInTrace({ steps, edits, coverage }: ExecutionTrace, checkpointId: string): boolean {
  return (
    coverage === 'whole' ||
    steps.some(
      ({ checkpoints }) => checkpoints?.made === checkpointId || checkpoints?.from === checkpointId,
    ) ||
    edits.some((edit) => edit.checkpointId === checkpointId)
  );
}

/** The activity at an older checkpoint; `null` while loading, if unknown, and for the newest one. */
export function useActivityAt(
  connectionId: string,
  threadId: string | null,
  checkpointId: string | null,
  state: ThreadState | null,
): ReadonlyMap<string, NodeActivity> | null {
  const studio = useStudio();
  const { data } = useQuery({
    ...observedQuery(studio, connectionId, threadId ?? '', `to ${checkpointId ?? ''}`),
    enabled: threadId !== null && checkpointId !== null,
    staleTime: Infinity,
  });
  const own = state?.checkpointId === checkpointId ? state : null;
  return useMemo(
    () => (data === undefined || checkpointId === null ? null : activityAt(data, checkpointId, own)),
    [data, checkpointId, own],
  );
}
