import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BatchView } from '../../shared/model/runs/batch.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import { isOpen } from './batch-labels.ts';

/** How often an open batch is read, in milliseconds. */
const refreshMs = 2000;

export function useBatches(connectionId: string) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.batches(connectionId),
    queryFn: ({ signal }) => studio.call('batches.list', { connectionId }, signal),
  });
}

/** A batch with what has become of its runs, read until all have ended. */
export function useBatch(batch: BatchView) {
  const studio = useStudio();
  const { connectionId, batchId } = batch;
  return useQuery({
    queryKey: [...queryKeys.batches(connectionId), batchId],
    queryFn: ({ signal }) => studio.call('batches.refresh', { connectionId, batchId }, signal),
    placeholderData: batch,
    refetchInterval: ({ state }) => (state.data === undefined || isOpen(state.data) ? refreshMs : false),
  });
}

export interface NewBatch {
  readonly assistantId: string;
  readonly graphId: string;
  readonly name: string;
  readonly inputs: readonly string[];
  readonly atOnce: number | null;
}

export function useStartBatch(connectionId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ inputs, ...batch }: NewBatch) =>
      studio.call('batches.start', { connectionId, ...batch, inputs: [...inputs] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.batches(connectionId) }),
  });
}

export function useStopBatch(connectionId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (batchId: string) => studio.call('batches.stop', { connectionId, batchId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.batches(connectionId) }),
  });
}

export function useForgetBatch(connectionId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (batchId: string) => studio.call('batches.forget', { connectionId, batchId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.batches(connectionId) }),
  });
}
