import { useState } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import { Switch } from '../ui/controls/Switch.tsx';
import { ConfirmDialog } from '../ui/popups/ConfirmDialog.tsx';
import { useDeleteAssistant } from './mutations.ts';

interface DeleteAssistantDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteAssistantDialog(props: DeleteAssistantDialogProps) {
  const { connectionId, serverName, assistant, onClose, onDeleted } = props;
  const [deleteThreads, setDeleteThreads] = useState(false);
  const remove = useDeleteAssistant(connectionId);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      danger
      title={`Delete “${assistant.name}”?`}
      body={
        <>
          Deletes the assistant, its versions and its runs on <strong>{serverName}</strong>. Its graph is
          kept. This can’t be undone.
        </>
      }
      confirmLabel="Delete assistant"
      busyLabel="Deleting"
      action={remove}
      onConfirm={async () => {
        await remove.mutateAsync({ assistantId: assistant.assistantId, deleteThreads });
        onDeleted();
      }}
    >
      <Switch label="Also delete its threads" checked={deleteThreads} onChange={setDeleteThreads} />
    </ConfirmDialog>
  );
}
