import { createContext, use, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

// An action that was asked for, and may not have started.
export interface HeldAction {
  readonly label: string;
  // When the action was asked for, as `performance.now()`.
  readonly since: number;
}

/** Provided by the window; `null`: no action is held. */
export const HeldActionContext = createContext<HeldAction | null>(null);

// Since when the busy buttons of the page are busy.
const busyButtons = createStore<{ readonly since: readonly number[] }>(() => ({ since: [] }));

// The label of a busy button. One that belongs to the held action says so: it became busy with the action, or, if none
// did, last before it. Others have started.
export function BusyLabel({ label }: { readonly label: string }) {
  const heldAction = use(HeldActionContext);
  const [since] = useState(() => performance.now());
  useLayoutEffect(() => {
    busyButtons.setState((before) => ({ since: [...before.since, since] }));
    return () =>
      busyButtons.setState((before) => ({
        since: before.since.filter((_one, index) => index !== before.since.indexOf(since)),
      }));
  }, [since]);
  const last = useStore(busyButtons, (buttons) => buttons.since.reduce((a, b) => Math.max(a, b), since));
  if (heldAction === null) return label;
  return since >= heldAction.since || last === since ? heldAction.label : label;
}
