import { createContext, use } from 'react';
import type { useDeriveCurrentRun } from './use-derive-current-run.ts';

/** The run in the dock, how its thread stands, and the start that is under way. */
export type CurrentRun = ReturnType<typeof useDeriveCurrentRun>;

export const CurrentRunContext = createContext<CurrentRun | null>(null);

/** What the dock has derived for all of its parts from the session, the server's answers and the events. */
export function useCurrentRun(): CurrentRun {
  const current = use(CurrentRunContext);
  if (!current) throw new Error('useCurrentRun needs a run dock above it.');
  return current;
}
