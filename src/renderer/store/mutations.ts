import { useMutation, useQueryClient } from '@tanstack/react-query';
import { compactJson } from 'exact-json';
import type { StoreItem, StoreItemRef } from '../../shared/model/store-item.ts';
import { truncate } from '../../shared/truncate.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { useOperation } from '../rpc/use-operation.ts';
import { showToast } from '../ui/popups/toast-store.ts';
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
      // Here, since an editor is gone once its draft is.
      reportStoredDifference(change.valueText, saved);
      queryClient.setQueryData(queryKeys.storeItem(connectionId, namespaceId(namespace), key), saved);
      return invalidateChanged(queryClient, queryKeys.store(connectionId));
    },
  });
}

// Says so if the server stored another text than was sent, such as a rounded number.
function reportStoredDifference(sent: string, { key, valueText }: StoreItem): void {
  if (compactJson(sent) === compactJson(valueText)) return;
  const name = truncate(key, 40);
  showToast(`The server stored “${name}” differently. Compare it with what you wrote.`, 'wait');
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
