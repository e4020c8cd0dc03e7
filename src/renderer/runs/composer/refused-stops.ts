import { create } from 'zustand';

/**
 * Runs that their servers were asked to stop, and did not, while this window was open: one that is left for another
 * thread still has its ways on when somebody comes back.
 */
export const useFailedCancels = create<{
  readonly runIds: ReadonlySet<string>;
  readonly note: (runId: string, refused: boolean) => void;
}>((set) => ({
  runIds: new Set(),
  note: (runId, refused) =>
    set(({ runIds }) => {
      const next = new Set(runIds);
      if (refused) next.add(runId);
      else next.delete(runId);
      return { runIds: next };
    }),
}));
