import { createContext, use } from 'react';
import type { Breakpoint } from '../../../shared/model/breakpoint.ts';

export interface BadgeData {
  readonly breakpoints: readonly Breakpoint[];
  readonly pinned: ReadonlySet<string>;
  readonly notes: ReadonlyMap<string, string>;
}

const nothing: BadgeData = { breakpoints: [], pinned: new Set(), notes: new Map() };

export const BadgesContext = createContext<BadgeData>(nothing);

export function useBadgeData(): BadgeData {
  return use(BadgesContext);
}
