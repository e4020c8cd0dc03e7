import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PriceTable } from '../../shared/model/price.ts';
import { pricesQuery } from '../queries/shared-queries.ts';
import { useStudio } from '../rpc/rpc-context.ts';

export function usePriceTable() {
  return useQuery(pricesQuery(useStudio()));
}

export function useSavePrices() {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      table: Pick<PriceTable, 'currency' | 'prices'> & { readonly expectedSavedAt: string | null },
    ) => studio.call('prices.save', table),
    onError: () => queryClient.invalidateQueries({ queryKey: pricesQuery(studio).queryKey }),
    onSuccess: (table) => queryClient.setQueryData(pricesQuery(studio).queryKey, table),
  });
}
