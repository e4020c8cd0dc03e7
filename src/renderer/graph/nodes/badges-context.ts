import { createContext, use } from 'react';
import type { BreakpointSets } from '../../domain/breakpoints.ts';

/** Badge data of all nodes. */
export interface BadgeData {
  readonly breakpoints: BreakpointSets;
  /** The overlay's notes by node id: `3×`, `1.2 s`, `412 tok`. */
  readonly notes: ReadonlyMap<string, string>;
}

const nothing: BadgeData = { breakpoints: { before: [], after: [] }, notes: new Map() };

export const BadgesContext = createContext<BadgeData>(nothing);

export function useBadgeData(): BadgeData {
  return use(BadgesContext);
}
