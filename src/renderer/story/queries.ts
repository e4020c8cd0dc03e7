import { useInfiniteQuery, useQueries, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckpointSummary, HistoryPage } from '../../shared/model/thread.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { createPageCache, type LoadedPage } from './page-cache.ts';

// Checkpoints of the first request: few, so that the first rows come at once, whatever the states weigh.
const firstPage = 30;
const laterPages = 100;
const innerPages = 5;

/**
 * The thread's checkpoints, newest first; older pages come when asked for. `metadataText` lets the server
 * give only those whose metadata hold it.
 */
export function useHistory(connectionId: string, threadId: string, metadataText: string | null = null) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const historyKey = queryKeys.history(connectionId, threadId);
  const queryKey = metadataText === null ? historyKey : [...historyKey, 'filtered', metadataText];
  const isWhole = metadataText === null;
  const [pageCache] = useState(createPageCache);
  return useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const loadPage = async (before: string | null, limit: number): Promise<LoadedPage> => {
        const params = {
          connectionId,
          threadId,
          before,
          limit,
          ...(isWhole ? {} : { metadataText }),
        };
        const page = await rpc.call('threads.history', params, signal);
        return { page, isHeavy: page.before !== null && page.checkpoints.length < limit };
      };
      const limit = pageParam === null ? firstPage : laterPages;
      if (!isWhole) return (await loadPage(pageParam, limit)).page;
      if (pageParam !== null) {
        return pageCache.at(pageParam) ?? pageCache.came(await loadPage(pageParam, limit));
      }
      pageCache.start(queryClient.getQueryData<InfiniteData<HistoryPage>>(queryKey)?.pages ?? []);
      let first = await loadPage(null, limit);
      while (first.page.checkpoints.length < limit && pageCache.isStillNew(first)) {
        first = joinPages(first, await loadPage(first.page.before, limit - first.page.checkpoints.length));
      }
      return pageCache.came(first);
    },
    getNextPageParam: ({ before }) => before,
    select: allCheckpoints,
  });
}

// A page and the one behind it.
function joinPages({ page: newer }: LoadedPage, { page: older, isHeavy }: LoadedPage): LoadedPage {
  const foreign = (newer.foreign ?? 0) + (older.foreign ?? 0);
  return {
    page: {
      checkpoints: [...newer.checkpoints, ...older.checkpoints],
      before: older.before,
      ...(foreign > 0 ? { foreign } : {}),
      ...withMissing([newer, older]),
    },
    // A page that was read in pieces holds heavy states, also when its last piece was whole.
    isHeavy: isHeavy || older.before !== null,
  };
}

/** How many checkpoints of other threads the server listed in the loaded pages. */
export function useForeignCheckpoints(connectionId: string, threadId: string): number {
  const key = queryKeys.history(connectionId, threadId);
  const pages = useQueryClient().getQueryData<InfiniteData<HistoryPage>>(key)?.pages ?? [];
  return pages.reduce((sum, { foreign = 0 }) => sum + foreign, 0);
}

// Members that one of the pages lacks.
function withMissing(pages: readonly HistoryPage[]): Pick<HistoryPage, 'missing'> {
  const missing = [...new Set(pages.flatMap((page) => page.missing ?? []))];
  return missing.length === 0 ? {} : { missing };
}

export function useMissingMembers(connectionId: string, threadId: string): readonly string[] {
  const queryClient = useQueryClient();
  const loaded = queryClient.getQueryData<InfiniteData<HistoryPage>>(
    queryKeys.history(connectionId, threadId),
  );
  return withMissing(loaded?.pages ?? []).missing ?? [];
}

// Not made anew with each render, so that it runs once for each answer.
function allCheckpoints({ pages }: InfiniteData<HistoryPage>): readonly CheckpointSummary[] {
  return pages.flatMap(({ checkpoints }) => checkpoints);
}

export interface SubgraphHistory {
  readonly checkpoints: readonly CheckpointSummary[] | null;
  readonly more: boolean;
  readonly error: unknown;
}

/** The histories of the subgraphs that are open in the list, by namespace. */
export function useSubgraphHistories(
  connectionId: string,
  threadId: string,
  opened: readonly string[],
): ReadonlyMap<string, SubgraphHistory> {
  const rpc = useRpc();
  return useQueries({
    queries: opened.map((checkpointNs) => ({
      queryKey: [...queryKeys.history(connectionId, threadId), 'subgraph', checkpointNs],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readInner(rpc, { connectionId, threadId, checkpointNs }, signal),
    })),
    combine: (results) =>
      new Map(
        results.map(({ data, error }, index): [string, SubgraphHistory] => [
          opened[index] ?? '',
          { checkpoints: data?.checkpoints ?? null, more: data !== undefined && data.before !== null, error },
        ]),
      ),
  });
}

async function readInner(
  rpc: Pick<StudioRpc, 'call'>,
  threadRef: { readonly connectionId: string; readonly threadId: string; readonly checkpointNs: string },
  signal: AbortSignal,
): Promise<HistoryPage> {
  const checkpoints: CheckpointSummary[] = [];
  let before: string | null = null;
  for (let page = 0; page < innerPages; page += 1) {
    const params = { ...threadRef, before, limit: laterPages };
    const came: HistoryPage = await rpc.call('threads.history', params, signal);
    for (const one of came.checkpoints) checkpoints.push(one);
    before = came.before;
    if (before === null) break;
  }
  return { checkpoints, before };
}
