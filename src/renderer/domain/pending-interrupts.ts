import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A pending interrupt of the selected thread, in one line. */
export interface PendingInterruptSummary {
  readonly nodeId: string;
  readonly line: string;
}

const pending = createStore<readonly PendingInterruptSummary[]>(() => []);

/** Set by the resume pane and read by the canvas. */
export function setPendingInterrupts(next: readonly PendingInterruptSummary[]): void {
  if (next.length > 0 || pending.getState().length > 0) pending.setState(next, true);
}

/** One line per pending interrupt of a node or inside it; empty if there are none. */
export function usePendingInterruptText(nodeId: string): string {
  return useStore(pending, (interrupts) =>
    interrupts
      .filter((one) => one.nodeId === nodeId || one.nodeId.startsWith(`${nodeId}:`))
      .map(({ line }) => line)
      .join('\n'),
  );
}
