import { createContext, use } from 'react';

/**
 * What busy buttons say instead of their own label (`Saving`), while the action may not have begun; `null`: their
 * own. Provided by the window.
 */
export const BusyLabelContext = createContext<string | null>(null);

export function useBusyLabel(busy: string | null): string | null {
  const instead = use(BusyLabelContext);
  return busy === null ? null : (instead ?? busy);
}
