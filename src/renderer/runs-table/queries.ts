import {
  keepPreviousData,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { IndexedRun, IndexedRuns, RunDetails, RunIndexFilter } from '../../shared/model/run-index.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { refreshQueries } from '../queries/refresh-thread.ts';
import { assistantsQuery } from '../queries/shared-queries.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { useThrottled } from '../ui/use-throttled.ts';
import { indexFilter, noRunFilter } from './run-filter.ts';
import { isActiveRun } from './run-labels.ts';

export const runsPerPage = 100;

const minRefreshMs = 1000;

function pageQuery(rpc: StudioRpc, connectionId: string, filter: RunIndexFilter, page: number) {
  const offset = page * runsPerPage;
  return {
    queryKey: queryKeys.runIndexPage(connectionId, filter, page),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      rpc.call('runIndex.list', { connectionId, filter, offset, limit: runsPerPage }, signal),
  };
}

/** The first page, which has the total, too. The last one stays until that of a new filter is there. */
export function useFirstRuns(connectionId: string, filter: RunIndexFilter): UseQueryResult<IndexedRuns> {
  const rpc = useRpc();
  return useQuery({ ...pageQuery(rpc, connectionId, filter, 0), placeholderData: keepPreviousData });
}

/** The runs of a range of rows, as far as they are loaded. */
export function useRunsInRange(
  connectionId: string,
  filter: RunIndexFilter,
  first: IndexedRuns,
  { from, to }: { readonly from: number; readonly to: number },
): (index: number) => IndexedRun | null {
  const rpc = useRpc();
  const pages: number[] = [];
  for (let page = Math.floor(from / runsPerPage); page * runsPerPage < to; page += 1)
    if (page > 0) pages.push(page);
  const results = useQueries({ queries: pages.map((page) => pageQuery(rpc, connectionId, filter, page)) });
  return (index) => {
    const page = Math.floor(index / runsPerPage);
    const runs = page === 0 ? first.runs : results[pages.indexOf(page)]?.data?.runs;
    return runs?.[index % runsPerPage] ?? null;
  };
}

/** Lists the runs again when the index has changed, which it may do faster than they are listed. */
export function useRefreshRuns(connectionId: string, version: number | null): void {
  const queryClient = useQueryClient();
  const current = useThrottled(version, minRefreshMs);
  useEffect(() => {
    if (current !== null) refreshQueries(queryClient, queryKeys.runIndex(connectionId));
  }, [queryClient, connectionId, current]);
}

/** Reads all threads of a server. `stop` keeps what was read. */
export function useReadAllRuns(connectionId: string) {
  const rpc = useRpc();
  const reading = useRef<AbortController | null>(null);
  const mutation = useMutation({
    mutationFn: async (): Promise<void> => {
      const abort = new AbortController();
      reading.current = abort;
      try {
        await rpc.call('runIndex.readAll', { connectionId }, abort.signal);
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      }
    },
  });
  return { ...mutation, stop: () => reading.current?.abort() };
}

// Of rows that keys pass by, not all are read.
const restMs = 250;
const activeRefreshMs = 3000;

/** What a run was given, did and made. */
export function useRunDetails(connectionId: string, run: IndexedRun): UseQueryResult<RunDetails> {
  const rpc = useRpc();
  const throttledRun = useThrottled(run, restMs);
  const { threadId, runId, status, endingText } = throttledRun;
  return useQuery({
    queryKey: queryKeys.runDetails(connectionId, threadId, runId, `${status} ${endingText ?? ''}`),
    queryFn: ({ signal }) => rpc.call('runIndex.details', { connectionId, threadId, runId }, signal),
    enabled: runId === run.runId,
    refetchInterval: isActiveRun(throttledRun) ? activeRefreshMs : false,
    // The same run, as it stood before.
    placeholderData: (before, query) => (query?.queryKey[4] === run.runId ? before : undefined),
  });
}

/**
 * A selected run as it stands now, also when its row has left the list. An active one that is listed no more has an
 * unknown status.
 */
export function useSelectedRun(connectionId: string, run: IndexedRun | null): IndexedRun | null {
  const rpc = useRpc();
  const runId = run?.runId ?? '';
  const filter = indexFilter({ ...noRunFilter, text: runId }, []);
  const canChange = run !== null && (isActiveRun(run) || run.status === 'ended');
  const { data } = useQuery({
    queryKey: [...queryKeys.runIndex(connectionId), 'run', runId],
    queryFn: ({ signal }) =>
      rpc.call('runIndex.select', { connectionId, filter, offset: 0, limit: runsPerPage }, signal),
    enabled: canChange,
  });
  if (!canChange || data === undefined) return run;
  const current = data.runs.find((one) => one.runId === runId);
  if (current !== undefined) return current;
  return isActiveRun(run) ? { ...run, status: 'unknown', endingText: null, ahead: null } : run;
}

/** The active runs of a thread in the order in which they run, as far as they are read. */
export function useQueueOfThread(
  connectionId: string,
  threadId: string,
  enabled: boolean,
): readonly IndexedRun[] {
  const rpc = useRpc();
  const filter = indexFilter({ ...noRunFilter, text: threadId, group: 'running' }, [], {
    sortBy: 'createdAt',
    descending: false,
  });
  const { data } = useQuery({
    queryKey: queryKeys.queueOfThread(connectionId, threadId),
    queryFn: ({ signal }) =>
      rpc.call('runIndex.select', { connectionId, filter, offset: 0, limit: runsPerPage }, signal),
    enabled,
  });
  return enabled ? (data?.runs ?? []).filter((run) => run.threadId === threadId) : [];
}

/** The name of an assistant; `null` until it is known. */
export function useAssistantName(connectionId: string, assistantId: string): string | null {
  const { data } = useQuery(assistantsQuery(useRpc(), connectionId));
  return data?.find((one) => one.assistantId === assistantId)?.name ?? null;
}
