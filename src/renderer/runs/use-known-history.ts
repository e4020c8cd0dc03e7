import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { CheckpointSummary, HistoryPage } from '../../shared/model/threads/thread.ts';
import { queryKeys } from '../queries/query-keys.ts';

const noCheckpoints: readonly CheckpointSummary[] = [];

/** What was read of a thread's checkpoints, newest first, for whoever lists them. Asks the server for nothing. */
export function useCachedHistory(connectionId: string, threadId: string | null): readonly CheckpointSummary[] {
  const cache = useQueryClient().getQueryCache();
  const read = (): InfiniteData<HistoryPage> | undefined =>
    threadId === null
      ? undefined
      : (cache.find({ queryKey: queryKeys.history(connectionId, threadId) })?.state.data as
          InfiniteData<HistoryPage> | undefined);
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const data = useSyncExternalStore(subscribe, read);
  return useMemo(() => data?.pages.flatMap(({ checkpoints }) => checkpoints) ?? noCheckpoints, [data]);
}
