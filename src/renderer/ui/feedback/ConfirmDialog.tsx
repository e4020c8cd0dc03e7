import { useState, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Names the thing: `Remove "Staging"?` */
  readonly title: string;
  /** What will happen, and what will not. */
  readonly body: ReactNode;
  /** The verb: `Remove server`. */
  readonly confirmLabel: string;
  /** Shown on the button meanwhile: `Removing`. */
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** The dialog closes when it resolves, and shows the error when it rejects. */
  readonly onConfirm: () => Promise<unknown>;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, body, confirmLabel, busyLabel, danger = false, onConfirm } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const close = (): void => {
    setError(null);
    onOpenChange(false);
  };
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
      close();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={title}
      description={body}
      width={440}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy ? busyLabel : null}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error === null ? null : <ErrorNotice action={`${confirmLabel} failed`} error={error} />}
    </Dialog>
  );
}
