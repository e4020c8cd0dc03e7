import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ServerRunKind } from '../../shared/model/server-run.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { assistantsQuery } from '../queries/shared-queries.ts';
import { useRpc } from '../rpc/rpc-context.ts';

/** Other clients start and end runs, too. */
const refreshMs: Readonly<Record<ServerRunKind, number>> = {
  active: 5000,
  waiting: 15_000,
  failed: 30_000,
};

/** More threads are read only when the user asks for it: each is a request or two to the server. */
export const maxRefreshed = 500;

export function useServerRuns(connectionId: string, kind: ServerRunKind, threads: number) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.serverRuns(connectionId, kind, threads),
    queryFn: ({ signal }) => rpc.call('serverRuns.list', { connectionId, kind, threads }, signal),
    refetchInterval: threads > maxRefreshed ? false : refreshMs[kind],
    // More threads of the same kind: those that are known stay in the meantime.
    placeholderData: (before, query) => (query?.queryKey[3] === kind ? before : undefined),
  });
}

export function useAssistantNames(connectionId: string): (assistantId: string) => string {
  const rpc = useRpc();
  const { data } = useQuery(assistantsQuery(rpc, connectionId));
  return useCallback(
    (assistantId) =>
      data?.find((one) => one.assistantId === assistantId)?.name ??
      (assistantId === '' ? 'unknown assistant' : assistantId),
    [data],
  );
}
