import { createContext, use } from 'react';
import type { Breakpoint } from '../../../shared/model/runs/breakpoint.ts';

export interface BadgeData {
  readonly breakpoints: readonly Breakpoint[];
  /** The overlay's notes by node id: `3×`, `1.2 s`, `412 tok`. */
  readonly notes: ReadonlyMap<string, string>;
}

const nothing: BadgeData = { breakpoints: [], notes: new Map() };

export const BadgesContext = createContext<BadgeData>(nothing);

export function useBadgeData(): BadgeData {
  return use(BadgesContext);
}
