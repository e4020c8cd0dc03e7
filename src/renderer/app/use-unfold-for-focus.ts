import { useEffect } from 'react';
import { useInterruptFocus } from '../domain/interrupt-focus.ts';
import { setCollapsed, useUiStore } from './workbench/ui-store.ts';

/** Unfolds the dock when somebody wants to answer a question, whose card lies in it. */
export function useRevealInterrupt(): void {
  const store = useUiStore();
  const focus = useInterruptFocus();
  useEffect(() => {
    if (focus !== null) setCollapsed(store, 'dock', false);
  }, [focus, store]);
}
