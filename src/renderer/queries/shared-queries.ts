import { queryOptions, useQuery } from '@tanstack/react-query';
import { emptyPriceTable, type PriceTable } from '../../shared/model/price.ts';
import { queryKeys } from './query-keys.ts';
import { useStudio, type Studio } from '../rpc/rpc-context.ts';

/* Queries used by several features: one key, one request. */

/** Assistants rarely change. */
export function assistantsQuery(studio: Studio, connectionId: string) {
  return queryOptions({
    queryKey: queryKeys.assistants(connectionId),
    queryFn: ({ signal }) => studio.call('assistants.list', { connectionId }, signal),
    staleTime: 30_000,
  });
}

export function graphQuery(studio: Studio, connectionId: string, assistantId: string) {
  return queryOptions({
    queryKey: queryKeys.graph(connectionId, assistantId),
    queryFn: ({ signal }) => studio.call('assistants.graph', { connectionId, assistantId }, signal),
  });
}

/** The whole graph of an assistant. Nothing is read without one. `staleTime`: for views that another one keeps fresh. */
export function useGraphShape(connectionId: string, assistantId: string | null, staleTime?: number) {
  const studio = useStudio();
  return useQuery({
    ...(staleTime === undefined ? {} : { staleTime }),
    ...graphQuery(studio, connectionId, assistantId ?? ''),
    enabled: assistantId !== null,
  });
}

/** The schemas of an assistant. Nothing is read without one. */
export function useSchemas(connectionId: string, assistantId: string | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.schemas(connectionId, assistantId ?? ''),
    queryFn: ({ signal }) =>
      studio.call('assistants.schemas', { connectionId, assistantId: assistantId ?? '' }, signal),
    enabled: assistantId !== null,
  });
}

export function pricesQuery(studio: Studio) {
  return queryOptions({
    queryKey: queryKeys.prices,
    queryFn: ({ signal }) => studio.call('prices.read', {}, signal),
    staleTime: 30_000,
  });
}

/** The price table; empty until it is read, and then without costs. */
export function usePrices(): PriceTable {
  return useQuery(pricesQuery(useStudio())).data ?? emptyPriceTable;
}
