import { useState } from 'react';

/** Closes a dialog with changes only when it is asked a second time, so that one key does not lose what was typed. */
export function useConfirmLeave(isChanged: boolean, onClose: () => void) {
  const [isLeaving, setLeaving] = useState(false);
  return {
    isLeaving: isLeaving && isChanged,
    leave: () => (isChanged && !isLeaving ? setLeaving(true) : onClose()),
    stay: () => setLeaving(false),
  };
}
