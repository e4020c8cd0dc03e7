import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorNotice } from '../display/ErrorNotice.tsx';

export interface ConfirmedAction {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly reset: () => void;
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Names the object: `Remove "Staging"?` */
  readonly title: string;
  /** What will happen, and what will not. */
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly children?: ReactNode;
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** What *Confirm* starts. The caller owns it, so that it can drop an error whose cause is gone. */
  readonly action: ConfirmedAction;
  /** Starts the action. The dialog closes when it resolves. */
  readonly onConfirm: () => Promise<unknown>;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, body, confirmLabel, busyLabel, danger = false } = props;
  const { action, onConfirm } = props;
  const { error } = action;

  const close = (): void => {
    action.reset();
    onOpenChange(false);
  };
  // `action.error` says why it was rejected.
  const confirm = (): Promise<void> => onConfirm().then(close, () => undefined);

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
            busy={action.isPending ? busyLabel : null}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
      {error === null ? null : <ErrorNotice action={`${confirmLabel} failed`} error={error} />}
    </Dialog>
  );
}
