import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../popups/Dialog.tsx';
import { LeaveButton } from '../popups/LeaveButton.tsx';

export interface EditDialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly width?: number;
  // Of `useConfirmLeave`.
  readonly leaving: { readonly isLeaving: boolean; readonly leave: () => void };
  // What is lost when it is closed.
  readonly unsaved?: string;
  // The button that closes it then.
  readonly discardLabel?: string;
  readonly confirmLabel: string;
  readonly isReady: boolean;
  // `Saving`; `null` while nothing is sent.
  readonly busy: string | null;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** A dialog that creates or changes an item, and does not lose what was typed by one key. */
export function EditDialog(props: EditDialogProps) {
  const { title, description, width, leaving, confirmLabel, isReady, busy, onConfirm, children } = props;
  const { unsaved = 'Your changes are not saved.', discardLabel = 'Discard changes' } = props;
  return (
    <Dialog
      open
      onOpenChange={leaving.leave}
      title={title}
      {...(width !== undefined && { width })}
      {...(description !== undefined && { description })}
      footer={
        <>
          <LeaveButton leaving={leaving} unsaved={unsaved} discardLabel={discardLabel} />
          <Button variant="primary" disabled={!isReady} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
