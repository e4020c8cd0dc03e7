import type { Connection } from '../../shared/model/connection.ts';
import { ownerOfConnection } from '../../shared/model/team.ts';
import { ConfirmDialog } from '../ui/popups/ConfirmDialog.tsx';
import { useRemoveConnection } from './mutations.ts';

export interface RemoveServerDialogProps {
  readonly connection: Connection;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function RemoveServerDialog({
  connection: { id, name },
  open,
  onOpenChange,
}: RemoveServerDialogProps) {
  const remove = useRemoveConnection();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      danger
      title={`Remove ${name}?`}
      body={
        ownerOfConnection(id) === null
          ? 'Its address, API key and headers are deleted from the studio. Nothing on the server changes.'
          : 'Your key and headers are deleted from the studio, with what it has stored of this server for you. The shared server stays, and nothing on the server itself changes.'
      }
      confirmLabel="Remove server"
      busyLabel="Removing"
      action={remove}
      onConfirm={() => remove.mutateAsync(id)}
    />
  );
}
