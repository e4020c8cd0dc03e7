import { useQuery } from '@tanstack/react-query';
import type { Run } from '../../shared/model/runs/run.ts';
import type { ThreadStatus } from '../../shared/model/threads/thread.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { graphQuery } from '../queries/shared-queries.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import { useThreadStateQuery as useStateAt } from '../queries/thread-state-query.ts';

/** How often what is going on is asked about again, in milliseconds. */
const watchMs = 2000;

function isActive({ status }: Run): boolean {
  return status === 'pending' || status === 'running';
}

/** The status of a thread, asked for until it is not busy any more; `null` while it is not known. */
export function useThreadStatus(
  connectionId: string,
  threadId: string | null,
  isHeld: boolean,
): ThreadStatus | null {
  const studio = useStudio();
  const record = useQuery({
    queryKey: queryKeys.threadRecord(connectionId, threadId ?? ''),
    queryFn: ({ signal }) => studio.call('threads.get', { connectionId, threadId: threadId ?? '' }, signal),
    enabled: threadId !== null,
    refetchInterval: ({ state }) => (isHeld || state.data?.status === 'busy' ? watchMs : false),
  });
  return record.data?.status ?? null;
}

/** The runs of a thread, newest first. */
export function useRuns(connectionId: string, threadId: string | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.runs(connectionId, threadId ?? ''),
    queryFn: ({ signal }) => studio.call('runs.list', { connectionId, threadId: threadId ?? '' }, signal),
    enabled: threadId !== null,
    // Runs that others started tell nobody here when they end.
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? watchMs : false),
  });
}

/** A thread's state at a checkpoint; `checkpointId: null` is the newest. */
export function useRunThreadState(
  connectionId: string,
  threadId: string | null,
  checkpointId: string | null,
) {
  return useStateAt({ connectionId, threadId: threadId ?? '', checkpointId }, threadId !== null);
}

export function useSchemas(connectionId: string, assistantId: string | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.schemas(connectionId, assistantId ?? ''),
    queryFn: ({ signal }) =>
      studio.call('assistants.schemas', { connectionId, assistantId: assistantId ?? '' }, signal),
    enabled: assistantId !== null,
  });
}

/** The whole graph of an assistant. */
export function useGraph(connectionId: string, assistantId: string | null) {
  const studio = useStudio();
  return useQuery({
    ...graphQuery(studio, connectionId, assistantId ?? ''),
    enabled: assistantId !== null,
  });
}

/** The names that a run can break at: the nodes of the top level, without start and end. */
export function useNodeNames(connectionId: string, assistantId: string | null): readonly string[] {
  const graph = useGraph(connectionId, assistantId);
  return (graph.data?.nodes ?? [])
    .filter(({ parent, kind }) => parent === null && kind !== 'start' && kind !== 'end')
    .map(({ id }) => id);
}
