import { useEffect } from 'react';
import { useInterruptFocus } from '../client/interrupt-focus.ts';
import { setFolded, useUiStore } from './ui-store.ts';

/** Unfolds the dock when somebody wants to answer a question, whose card lies in it. */
export function useUnfoldForFocus(): void {
  const store = useUiStore();
  const focus = useInterruptFocus();
  useEffect(() => {
    if (focus !== null) setFolded(store, 'dock', false);
  }, [focus, store]);
}
