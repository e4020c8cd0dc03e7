import { useSyncExternalStore } from 'react';

/** A question that somebody wants to answer now: its card is brought into sight and takes the focus. */
export interface InterruptFocus {
  /** `null`: of whatever thread is on show. */
  readonly threadId: string | null;
  /** The node that asks, or a subgraph around it. */
  readonly nodeId: string;
  /** Where several of the node's tasks ask. */
  readonly interruptId: string | null;
}

/** Milliseconds after which a card that never came is no longer waited for: it would take the focus out of the blue. */
const patienceMs = 15_000;

let wanted: InterruptFocus | null = null;
let giveUp: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Asks for a card to be shown. It stays asked until the card is there (`clearInterruptFocus`), or another one is asked for. */
export function requestInterruptFocus(focus: InterruptFocus): void {
  const own = { ...focus };
  wanted = own;
  clearTimeout(giveUp);
  giveUp = setTimeout(() => clearInterruptFocus(own), patienceMs);
  for (const listener of listeners) listener();
}

/** Tells that the card has the focus now. */
export function clearInterruptFocus(focus: InterruptFocus): void {
  if (wanted !== focus) return;
  wanted = null;
  for (const listener of listeners) listener();
}

/** The question that is asked for and not in sight yet. A new object for each time that it is asked for. */
export function useInterruptFocus(): InterruptFocus | null {
  return useSyncExternalStore(subscribe, () => wanted);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
