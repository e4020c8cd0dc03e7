import { Button } from '../controls/Button.tsx';
import { UnsavedNote } from './UnsavedNote.tsx';
import type { useConfirmLeave } from './use-confirm-leave.ts';

export interface LeaveButtonProps {
  readonly leaving: Pick<ReturnType<typeof useConfirmLeave>, 'isLeaving' | 'leave'>;
  // What is lost when it is pressed again.
  readonly unsaved: string;
  readonly discardLabel?: string;
}

/** _Cancel_ of a dialog; once it was pressed with changes, what says that they are lost. */
export function LeaveButton({ leaving, unsaved, discardLabel = 'Discard changes' }: LeaveButtonProps) {
  const { isLeaving, leave } = leaving;
  return (
    <>
      {isLeaving ? <UnsavedNote>{unsaved}</UnsavedNote> : null}
      <Button onClick={leave}>{isLeaving ? discardLabel : 'Cancel'}</Button>
    </>
  );
}
