import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StoreItem, StoreItemRef } from '../../shared/model/store-item.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { useOperation } from '../rpc/use-operation.ts';
import { settleItemDraft } from './item-drafts.ts';
import { namespaceId } from './namespace-tree.ts';

export interface ItemChange extends StoreItemRef {
  readonly valueText: string;
  readonly ttlMinutes: number | null;
  readonly expected: Pick<StoreItem, 'updatedAt'> | null;
}

export function useSaveItem(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ namespace, key, valueText, ttlMinutes, expected }: ItemChange) =>
      rpc.call('store.put', {
        connectionId,
        namespace: [...namespace],
        key,
        valueText,
        ttlMinutes,
        expected: expected && { updatedAt: expected.updatedAt },
      }),
    onSuccess: (saved, change) => {
      const { namespace, key } = saved;
      // A new item has no draft.
      if (change.expected !== null) settleItemDraft(connectionId, saved, change);
      queryClient.setQueryData(queryKeys.storeItem(connectionId, namespaceId(namespace), key), saved);
      return invalidateChanged(queryClient, queryKeys.store(connectionId));
    },
  });
}

// Deletions of one mounted view are one act: the batches of a dialog.
export function useDeleteItems(connectionId: string) {
  const rpc = useOperation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (items: readonly StoreItemRef[]) =>
      rpc.call('store.delete', {
        connectionId,
        items: items.map(({ namespace, key }) => ({ namespace: [...namespace], key })),
      }),
    // Also after an error: some may be gone.
    onSettled: () => invalidateChanged(queryClient, queryKeys.store(connectionId)),
  });
}
