import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';
import type { CheckpointSummary } from '../../shared/model/thread.ts';

/** Checkpoints per request: small enough that the first rows come at once, whatever the states weigh. */
const pageSize = 30;

/** The thread's checkpoints, newest first; older pages come when asked for. */
export function useHistory(connectionId: string, threadId: string) {
  const studio = useStudio();
  return useInfiniteQuery({
    queryKey: queryKeys.history(connectionId, threadId),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      studio.call('threads.history', { connectionId, threadId, before: pageParam, limit: pageSize }, signal),
    getNextPageParam: ({ before }) => before,
    select: ({ pages }): readonly CheckpointSummary[] => pages.flatMap(({ checkpoints }) => checkpoints),
  });
}
