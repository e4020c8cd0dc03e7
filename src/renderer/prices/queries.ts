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
    mutationFn: ({ currency, prices }: Pick<PriceTable, 'currency' | 'prices'>) =>
      studio.call('prices.save', { currency, prices }),
    onSuccess: (table) => queryClient.setQueryData(pricesQuery(studio).queryKey, table),
  });
}
