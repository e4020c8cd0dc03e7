import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NodeActivity } from '../client/node-activity.ts';
import { observedQuery } from '../queries/shared-queries.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import { branchActivity } from './branch-activity.ts';

/**
 * What ran on the way to the checkpoint that a run forked off at, from the thread's history; `null` while it is not known,
 * and without a checkpoint. What led to a checkpoint never changes, so that one reading does.
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
