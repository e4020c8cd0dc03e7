import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isActive } from '../../../shared/model/is-active.ts';
import type { RunRecord } from '../../../shared/model/run.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { assistantsQuery } from '../../queries/shared-queries.ts';
import { useRpc } from '../../rpc/rpc-context.ts';

export function useRunRecords(connectionId: string, threadId: string) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.runRecords(connectionId, threadId),
    queryFn: ({ signal }) => rpc.call('runs.records', { connectionId, threadId }, signal),
  });
}

// The server's assistants, to resolve names.
export function useAssistantList(connectionId: string) {
  const rpc = useRpc();
  return useQuery(assistantsQuery(rpc, connectionId));
}

// The server and a message can name so many runs at a time.
const maxRuns = 100;

// Tokens of the newest runs by model, as far as their events are here. Read again when a run starts or ends.
export function useCosts(
  connectionId: string,
  threadId: string,
  records: readonly RunRecord[],
  enabled: boolean,
) {
  const rpc = useRpc();
  // Thousands of records come along with each row that scrolls into view.
  const { newest, version } = useMemo(() => {
    const counted = records.slice(0, maxRuns);
    return {
      newest: counted.map(({ runId }) => runId),
      version: counted.map(({ runId, status }) => `${runId} ${isActive(status)}`).join(' '),
    };
  }, [records]);
  return useQuery({
    queryKey: queryKeys.runTokens(connectionId, threadId, `list ${version}`),
    queryFn: ({ signal }) => rpc.call('runs.tokens', { connectionId, threadId, runIds: newest }, signal),
    enabled: enabled && newest.length > 0,
    placeholderData: keepPreviousData,
  });
}
