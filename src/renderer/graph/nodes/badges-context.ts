import { createContext, use } from 'react';
import type { BreakpointSets } from '../../domain/breakpoints.ts';

/** What the badges of all nodes show. */
export interface BadgeData {
  readonly breakpoints: BreakpointSets;
  /** What the overlay says of a node, in a word: `3×`, `1.2 s`, `412 tok`. */
  readonly notes: ReadonlyMap<string, string>;
}

const nothing: BadgeData = { breakpoints: { before: [], after: [] }, notes: new Map() };

export const BadgesContext = createContext<BadgeData>(nothing);

export function useBadgeData(): BadgeData {
  return use(BadgesContext);
}
