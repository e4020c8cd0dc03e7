import { useState, type ReactNode } from 'react';
import { isWebHost } from '../rpc/open-port.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { Button } from '../ui/controls/Button.tsx';
import { failedAction } from '../ui/display/describe-error.ts';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { FolderField } from './FolderField.tsx';

interface FolderChoice {
  readonly title: string;
  readonly description: string;
  readonly confirmLabel?: string;
  // Rejects with the reason if the folder does not fit; then a typed path can be corrected.
  readonly onChoose: (folder: string) => Promise<unknown>;
}

export function useChooseFolder(choice: FolderChoice): {
  readonly choose: () => void;
  readonly dialog: ReactNode;
} {
  const rpc = useRpc();
  const [isAsking, setAsking] = useState(false);
  const pick = async (): Promise<void> => {
    const { folder } = await rpc.call('projects.pickFolder', {});
    if (folder !== null) await choice.onChoose(folder);
  };
  return {
    choose: () => {
      if (isWebHost()) setAsking(true);
      else
        pick().catch((error: unknown) =>
          showToast(failedAction('Could not choose the folder', error), 'fail'),
        );
    },
    dialog: isAsking ? <FolderDialog {...choice} onClose={() => setAsking(false)} /> : null,
  };
}

function FolderDialog({
  title,
  description,
  confirmLabel = 'Choose',
  onChoose,
  onClose,
}: FolderChoice & { readonly onClose: () => void }) {
  const [path, setPath] = useState('');
  const [state, setState] = useState<{ readonly error: unknown; readonly isPending: boolean }>({
    error: null,
    isPending: false,
  });
  const submit = (): void => {
    setState({ error: null, isPending: true });
    onChoose(path).then(onClose, (error: unknown) => setState({ error, isPending: false }));
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={title}
      width={560}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={path.trim() === ''}
            busy={state.isPending ? 'Opening' : null}
            onClick={submit}
          >
            {confirmLabel}
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
      {state.error === null ? null : <ErrorNotice action={null} error={state.error} />}
    </Dialog>
  );
}
