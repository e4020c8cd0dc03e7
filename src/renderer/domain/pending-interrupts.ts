import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A question that waits on the thread on show, in one line. */
export interface PendingInterruptSummary {
  readonly nodeId: string;
  readonly line: string;
}

const pending = createStore<readonly PendingInterruptSummary[]>(() => []);

/** Says what waits now; the pane that answers knows it, the canvas shows it at its nodes. */
export function setPendingInterrupts(next: readonly PendingInterruptSummary[]): void {
  if (next.length > 0 || pending.getState().length > 0) pending.setState(next, true);
}

/** The lines of what waits at a node, or anywhere inside of it, one below the other; empty where nothing does. */
export function usePendingInterruptText(nodeId: string): string {
  return useStore(pending, (interrupts) =>
    interrupts
      .filter((one) => one.nodeId === nodeId || one.nodeId.startsWith(`${nodeId}:`))
      .map(({ line }) => line)
      .join('\n'),
  );
}
