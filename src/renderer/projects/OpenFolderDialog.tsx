import { useState } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/feedback/Dialog.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { FolderField } from '../domain/folders/FolderField.tsx';
import { useOpenProject } from './queries.ts';

interface OpenFolderDialogProps {
  readonly onClose: () => void;
  readonly onOpened: (projectId: string) => void;
}

/** Asks for the path of a folder, where the system's own dialog is not at hand. */
export function OpenFolderDialog({ onClose, onOpened }: OpenFolderDialogProps) {
  const open = useOpenProject();
  const [path, setPath] = useState('');
  const submit = (): void => open.mutate(path, { onSuccess: ({ id }) => onOpened(id) });
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Open folder"
      width={560}
      description="The folder of a LangGraph project on this machine, which contains langgraph.json. Opening it starts nothing."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={path.trim() === ''}
            busy={open.isPending ? 'Opening' : null}
            onClick={submit}
          >
            Open
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() !== '') submit();
        }}
      >
        <FolderField label="Path" placeholder="~/code/my-agent" value={path} onChange={setPath} />
      </form>
      {open.error ? <ErrorNotice action={null} error={open.error} /> : null}
    </Dialog>
  );
}
