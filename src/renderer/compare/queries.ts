import { useQuery } from '@tanstack/react-query';
import type { ComparePart, CompareSide } from '../../shared/model/comparison.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { assistantsQuery } from '../queries/shared-queries.ts';
import { useRpc } from '../rpc/rpc-context.ts';

// Both sides, read and compared. They change while their runs go on. They are read again when the view is opened, on a
// refresh and when the runs have ended, but not continuously, because that may be megabytes each time. `version`: of the
// comparison that these sides are a part of, so that they are read again with it.
export function useSides(left: CompareSide | null, right: CompareSide | null, version = 0) {
  const rpc = useRpc();
  return useQuery({
    queryKey: [...queryKeys.compare, left, right, version],
    queryFn: ({ signal }) => {
      if (left === null || right === null) throw new Error('A comparison needs two sides.');
      return rpc.call('compare.read', { left, right }, signal);
    },
    enabled: left !== null && right !== null,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 60_000,
  });
}

export function usePartText(side: CompareSide, part: ComparePart, version: number, isWanted: boolean) {
  const rpc = useRpc();
  return useQuery({
    queryKey: [...queryKeys.compare, 'text', side, part, version],
    queryFn: ({ signal }) => rpc.call('compare.text', { side, part }, signal),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 10_000,
  });
}

// What changed since the last successful run.
export function useWhatChanged(run: {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
}) {
  const rpc = useRpc();
  const { connectionId, threadId, runId } = run;
  return useQuery({
    queryKey: [...queryKeys.compare, 'what-changed', connectionId, threadId, runId],
    queryFn: ({ signal }) => rpc.call('compare.whatChanged', { connectionId, threadId, runId }, signal),
    staleTime: 0,
  });
}

// The name of a thread, as other views have read it; `null` if it has none or is not known.
export function useThreadName(connectionId: string, threadId: string | null): string | null {
  const rpc = useRpc();
  const { data } = useQuery({
    queryKey: queryKeys.threadRecord(connectionId, threadId ?? ''),
    queryFn: ({ signal }) => rpc.call('threads.get', { connectionId, threadId: threadId ?? '' }, signal),
    enabled: threadId !== null,
  });
  return data?.name ?? null;
}

// The name of an assistant in its server's list; `null` if the list does not have it, or was not read.
export function useAssistantName(connectionId: string, assistantId: string | null): string | null {
  const rpc = useRpc();
  const { data } = useQuery({ ...assistantsQuery(rpc, connectionId), enabled: assistantId !== null });
  return data?.find((assistant) => assistant.assistantId === assistantId)?.name ?? null;
}
