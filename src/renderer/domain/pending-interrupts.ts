import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A pending interrupt of the selected thread, in one line. */
export interface PendingInterruptSummary {
  readonly nodeId: string;
  readonly line: string;
}

interface Shown {
  readonly pending: readonly PendingInterruptSummary[];
  /** Whether there is a form to answer them: not for those of a recording. */
  readonly isAnswerable: boolean;
  /** What the run that is played back had asked by now; `null` without a playback. */
  readonly played: readonly PendingInterruptSummary[] | null;
}

const shown = createStore<Shown>(() => ({ pending: [], isAnswerable: true, played: null }));

export function setPendingInterrupts(pending: readonly PendingInterruptSummary[], isAnswerable = true): void {
  if (pending.length > 0 || shown.getState().pending.length > 0) shown.setState({ pending, isAnswerable });
}

/** Set during a playback: the canvas shows these instead of the pending ones, which are from another time. */
export function setPlayedInterrupts(played: readonly PendingInterruptSummary[] | null): void {
  shown.setState({ played });
}

/** One line per interrupt of a node or inside it, pending or played back; empty if there are none. */
export function useInterruptText(nodeId: string): string {
  return useStore(shown, ({ pending, played }) =>
    (played ?? pending)
      .filter((one) => one.nodeId === nodeId || one.nodeId.startsWith(`${nodeId}:`))
      .map(({ line }) => line)
      .join('\n'),
  );
}

/** Whether the interrupts can be answered: not those of a recording or a playback. */
export function useIsAnswerable(): boolean {
  return useStore(shown, ({ played, isAnswerable }) => played === null && isAnswerable);
}
