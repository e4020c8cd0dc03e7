import { useState } from 'react';
import { writeDraft } from '../storage/drafts.ts';
import { ConfirmDialog } from '../ui/popups/ConfirmDialog.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { inputDraftKey } from './input-drafts.ts';
import { useDeleteInputs } from './queries.ts';

interface DeleteInputsDialogProps {
  readonly connectionId: string;
  readonly paths: readonly string[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteInputsDialog({ connectionId, paths, onClose, onDeleted }: DeleteInputsDialogProps) {
  const remove = useDeleteInputs(connectionId);
  const [first = '', second] = paths;
  const [isOpen, setOpen] = useState(true);
  const what = second === undefined ? first : `${paths.length.toLocaleString('en')} inputs`;
  const confirm = async (): Promise<void> => {
    const results = await remove.mutateAsync({ connectionId, paths: [...paths] });
    for (const { path, problem } of results) {
      if (problem === null) writeDraft(inputDraftKey(connectionId, path), null);
    }
    const failed = results.filter(({ problem }) => problem !== null);
    if (failed.length > 0) showToast(`${failed.length} not deleted: ${failed[0]?.problem ?? ''}`, 'fail');
    onDeleted();
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) onClose();
      }}
      danger
      title={`Delete ${what}?`}
      body="The file is deleted from the disk. Only version control can bring it back."
      confirmLabel={second === undefined ? 'Delete input' : 'Delete inputs'}
      busyLabel="Deleting"
      action={remove}
      onConfirm={confirm}
    />
  );
}
