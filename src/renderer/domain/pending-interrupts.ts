import { useSyncExternalStore } from 'react';

/** A question that waits on the thread on show, in one line. */
export interface PendingInterruptSummary {
  readonly nodeId: string;
  readonly line: string;
}

let questions: readonly PendingInterruptSummary[] = [];
const listeners = new Set<() => void>();

/** Says what waits now; the pane that answers knows it, the canvas shows it at its nodes. */
export function setPendingInterrupts(next: readonly PendingInterruptSummary[]): void {
  if (next.length === 0 && questions.length === 0) return;
  questions = next;
  for (const listener of listeners) listener();
}

/** The lines of what waits at a node, or anywhere inside of it, one below the other; empty where nothing does. */
export function usePendingInterruptText(nodeId: string): string {
  return useSyncExternalStore(subscribe, () =>
    questions
      .filter((one) => one.nodeId === nodeId || one.nodeId.startsWith(`${nodeId}:`))
      .map(({ line }) => line)
      .join('\n'),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
