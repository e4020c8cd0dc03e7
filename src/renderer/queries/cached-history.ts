import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { CheckpointSummary, HistoryPage } from '../../shared/model/threads/thread.ts';
import { queryKeys } from './query-keys.ts';

export interface CachedHistory {
  /** Newest first. */
  readonly checkpoints: readonly CheckpointSummary[];
  /** There are no older ones. */
  readonly isComplete: boolean;
}

const none: CachedHistory = { checkpoints: [], isComplete: false };

/** The checkpoints of a thread that are loaded already. Sends no request. */
export function useCachedHistory(connectionId: string, threadId: string | null): CachedHistory {
  const cache = useQueryClient().getQueryCache();
  const read = (): InfiniteData<HistoryPage> | undefined => {
    if (threadId === null) return undefined;
    const query = cache.find<InfiniteData<HistoryPage>>({
      queryKey: queryKeys.history(connectionId, threadId),
    });
    return query?.state.data;
  };
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const data = useSyncExternalStore(subscribe, read);
  return useMemo(
    () =>
      data === undefined
        ? none
        : {
            checkpoints: data.pages.flatMap(({ checkpoints }) => checkpoints),
            isComplete: data.pages.at(-1)?.before === null,
          },
    [data],
  );
}
