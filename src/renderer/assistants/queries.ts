import { useQuery } from '@tanstack/react-query';
import { assistantsQuery } from '../queries/shared-queries.ts';
import { useRpc } from '../rpc/rpc-context.ts';

export function useAssistants(connectionId: string | null) {
  const rpc = useRpc();
  return useQuery({ ...assistantsQuery(rpc, connectionId ?? ''), enabled: connectionId !== null });
}
