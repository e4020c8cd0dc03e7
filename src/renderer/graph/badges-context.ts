import { createContext, use } from 'react';
import type { BreakpointSets } from '../client/breakpoints.ts';

/** What the badges of all nodes show. */
export interface BadgeFacts {
  readonly breakpoints: BreakpointSets;
  /** What the overlay says of a node, in a word: `3×`, `1.2 s`, `412 tok`. */
  readonly notes: ReadonlyMap<string, string>;
}

const nothing: BadgeFacts = { breakpoints: { before: [], after: [] }, notes: new Map() };

export const BadgesContext = createContext<BadgeFacts>(nothing);

export function useBadgeFacts(): BadgeFacts {
  return use(BadgesContext);
}
