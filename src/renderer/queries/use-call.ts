import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { StudioContract } from '../../shared/contract.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { invalidateChanged } from './invalidate-changed.ts';

type Calls = StudioContract['calls'];
type Input<K extends keyof Calls> = z.input<Calls[K]['input']>;
type Result<K extends keyof Calls> = z.output<Calls[K]['result']>;

/** A query that makes one call. */
export function useCallQuery<K extends keyof Calls>(
  queryKey: QueryKey,
  method: K,
  input: Input<K>,
  options: Omit<UseQueryOptions<Result<K>>, 'queryKey' | 'queryFn'> = {},
) {
  const rpc = useRpc();
  return useQuery<Result<K>>({
    queryKey,
    queryFn: ({ signal }) => rpc.call(method, input, signal),
    ...options,
  });
}

/** A mutation that makes one call. What it may change is read again, also after a failure. */
export function useCallMutation<K extends keyof Calls>(method: K, changed?: QueryKey) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<K>) => rpc.call(method, input),
    onSettled: () => (changed === undefined ? undefined : invalidateChanged(queryClient, changed)),
  });
}
