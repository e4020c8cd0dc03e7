import { queryOptions, useQuery } from '@tanstack/react-query';
import { emptyPriceTable, type PriceTable } from '../../shared/model/price.ts';
import type { SourceGraph, SourceTarget } from '../../shared/model/source.ts';
import { queryKeys } from './query-keys.ts';
import { useCallQuery } from './use-call.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';

/* Queries used by several features: one key, one request. */

/** Assistants rarely change. */
export function assistantsQuery(rpc: StudioRpc, connectionId: string) {
  return queryOptions({
    queryKey: queryKeys.assistants(connectionId),
    queryFn: ({ signal }) => rpc.call('assistants.list', { connectionId }, signal),
    staleTime: 30_000,
  });
}

export function graphQuery(rpc: StudioRpc, connectionId: string, assistantId: string) {
  return queryOptions({
    queryKey: queryKeys.graph(connectionId, assistantId),
    queryFn: ({ signal }) => rpc.call('assistants.graph', { connectionId, assistantId }, signal),
  });
}

/** The whole graph of an assistant. Nothing is read without one. `staleTime`: for views that another one keeps fresh. */
export function useGraphShape(connectionId: string, assistantId: string | null, staleTime?: number) {
  const rpc = useRpc();
  return useQuery({
    ...(staleTime === undefined ? {} : { staleTime }),
    ...graphQuery(rpc, connectionId, assistantId ?? ''),
    enabled: assistantId !== null,
  });
}

/** The schemas of an assistant. Nothing is read without one. */
export function useSchemas(connectionId: string, assistantId: string | null) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.schemas(connectionId, assistantId ?? ''),
    queryFn: ({ signal }) =>
      rpc.call('assistants.schemas', { connectionId, assistantId: assistantId ?? '' }, signal),
    enabled: assistantId !== null,
  });
}

export function pricesQuery(rpc: StudioRpc) {
  return queryOptions({
    queryKey: queryKeys.prices,
    queryFn: ({ signal }) => rpc.call('prices.read', {}, signal),
    staleTime: 30_000,
  });
}

/** The key of the query of `source.editors`. */
export const editorsQuery = queryKeys.editors;

/** Where something is in the files of a project, as they are now. */
export function useSourcePlaces({ projectId, graphId }: SourceGraph, target: SourceTarget) {
  return useCallQuery(
    queryKeys.source({ projectId, graphId }, target),
    'source.find',
    { projectId, graphId, target },
    { staleTime: 2_000, retry: false },
  );
}

/** The price table; empty until it is read, and then without costs. */
export function usePrices(): PriceTable {
  return useQuery(pricesQuery(useRpc())).data ?? emptyPriceTable;
}

/**
 * Where keys can be stored. Queried only while `enabled`, because the key store may prompt the user; a locked
 * one is queried until it opens.
 */
export function useSecretStorage(enabled: boolean) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.secretStorage,
    queryFn: ({ signal }) => rpc.call('app.secretStorage', {}, signal),
    enabled: enabled,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.kind === 'locked' ? retryMs : false),
  });
}

const retryMs = 2_000;
