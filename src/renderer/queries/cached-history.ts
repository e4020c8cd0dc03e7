import type { InfiniteData, QueryState } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CheckpointSummary, HistoryPage } from '../../shared/model/threads/thread.ts';
import { useCachedQuery } from './cached-query.ts';
import { queryKeys } from './query-keys.ts';

export interface CachedHistory {
  /** Newest first. */
  readonly checkpoints: readonly CheckpointSummary[];
  /** There are no older ones. */
  readonly isComplete: boolean;
}

/** The loaded pages of a history. */
export const loadedPages = (
  state: QueryState<InfiniteData<HistoryPage>> | undefined,
): InfiniteData<HistoryPage> | undefined => state?.data;

const none: CachedHistory = { checkpoints: [], isComplete: false };

/** The checkpoints of a thread that are loaded already. Sends no request. */
export function useCachedHistory(connectionId: string, threadId: string | null): CachedHistory {
  // No thread has an empty id, so that this key is never cached.
  const data = useCachedQuery(queryKeys.history(connectionId, threadId ?? ''), loadedPages);
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
