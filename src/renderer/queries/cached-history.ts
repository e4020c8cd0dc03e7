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
  const read = (): InfiniteData<HistoryPage> | undefined =>
    threadId === null
      ? undefined
      : (cache.find({ queryKey: queryKeys.history(connectionId, threadId) })?.state.data as
          InfiniteData<HistoryPage> | undefined);
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
