import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '../popups/ConfirmDialog.tsx';

export interface ConfirmIconButtonProps extends Omit<
  ConfirmDialogProps,
  'open' | 'onOpenChange' | 'confirmLabel'
> {
  readonly label: string;
  // Of the button in the dialog; `label` if omitted.
  readonly confirmLabel?: string;
  readonly size?: 'small';
  // Why it can't be done, as a sentence; `null` if it can.
  readonly blocked?: string | null;
}

/** Deletes or removes an item once the user has confirmed it. */
export function ConfirmIconButton({
  label,
  confirmLabel = label,
  size,
  blocked = null,
  ...dialog
}: ConfirmIconButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        label={blocked ?? label}
        disabled={blocked !== null}
        {...(size && { size })}
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog open={isAsking} onOpenChange={setAsking} confirmLabel={confirmLabel} {...dialog} />
    </>
  );
}
