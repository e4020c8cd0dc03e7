import type { StoreItemRef } from '../../shared/model/store-item.ts';
import { BulkActionDialog } from '../shared-ui/BulkActionDialog.tsx';
import { forgetItemDrafts } from './item-drafts.ts';
import { useDeleteItems } from './mutations.ts';
import { itemId } from './queries.ts';

interface DeleteItemsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly items: readonly StoreItemRef[];
  readonly onClose: () => void;
  readonly onDeleted: (items: readonly StoreItemRef[]) => void;
}

export function DeleteItemsDialog(props: DeleteItemsDialogProps) {
  const { connectionId, serverName, items, onClose, onDeleted } = props;
  const remove = useDeleteItems(connectionId);
  const among = (ids: readonly string[]): StoreItemRef[] => {
    const meant = new Set(ids);
    return items.filter((item) => meant.has(itemId(item)));
  };
  return (
    <BulkActionDialog
      connectionId={connectionId}
      items={items.map((item) => ({
        id: itemId(item),
        name: item.key,
        line: [...item.namespace, item.key].join(' / '),
      }))}
      act={async (ids) => {
        const results = await remove.mutateAsync(among(ids));
        return results.map((item) => ({ id: itemId(item), problem: item.problem }));
      }}
      onDone={(ids) => {
        const gone = among(ids);
        if (gone.length === 0) return;
        forgetItemDrafts(connectionId, gone);
        onDeleted(gone);
      }}
      onClose={onClose}
      labels={{
        verb: 'Delete',
        busy: 'Deleting',
        failed: 'was not deleted',
        unknown: 'may have been deleted',
        nouns: ['item', 'items'],
      }}
      renderDescription={(count) => (
        <>
          Graphs on <strong>{serverName}</strong> will no longer remember {count === 1 ? 'it' : 'them'}. This
          can’t be undone.
        </>
      )}
    />
  );
}
