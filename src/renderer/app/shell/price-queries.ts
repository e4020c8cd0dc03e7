import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PriceTable } from '../../../shared/model/price.ts';
import { pricesQuery } from '../../queries/shared-queries.ts';
import { useRpc } from '../../rpc/rpc-context.ts';

export function usePriceTable() {
  return useQuery(pricesQuery(useRpc()));
}

export function useSavePrices() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      table: Pick<PriceTable, 'currency' | 'prices'> & { readonly expectedSavedAt: string | null },
    ) => rpc.call('prices.save', table),
    onError: () => queryClient.invalidateQueries({ queryKey: pricesQuery(rpc).queryKey }),
    onSuccess: (table) => queryClient.setQueryData(pricesQuery(rpc).queryKey, table),
  });
}
