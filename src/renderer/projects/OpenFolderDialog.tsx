import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { useStudio } from '../rpc/rpc-context.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Dialog } from '../ui/feedback/Dialog.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { useOpenProject } from './queries.ts';

interface OpenFolderDialogProps {
  readonly onClose: () => void;
  readonly onOpened: (projectId: string) => void;
}

/** Asks for the path of a folder, where the system's own dialog is not at hand. */
export function OpenFolderDialog({ onClose, onOpened }: OpenFolderDialogProps) {
  const studio = useStudio();
  const open = useOpenProject();
  const [path, setPath] = useState('');
  const list = useId();
  const typed = useDeferredValue(path);
  const { data } = useQuery({
    queryKey: ['projects.suggestFolders', typed],
    queryFn: ({ signal }) => studio.call('projects.suggestFolders', { text: typed }, signal),
    enabled: typed !== '',
    placeholderData: (before) => before,
    retry: false,
  });
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
        <TextField
          label="Path"
          mono
          placeholder="~/code/my-agent"
          list={list}
          value={path}
          onChange={setPath}
        />
        <datalist id={list}>
          {data?.folders.map((folder) => (
            <option key={folder} value={folder}>
              {folder}
            </option>
          ))}
        </datalist>
      </form>
      {open.error ? <ErrorNotice action={null} error={open.error} /> : null}
    </Dialog>
  );
}
