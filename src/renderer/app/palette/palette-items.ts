import type { ReactNode } from 'react';
import { fuzzyScore } from './fuzzy-score.ts';

export interface PaletteItem {
  readonly key: string;
  readonly title: string;
  readonly keywords?: readonly string[];
  readonly icon?: ReactNode;
  readonly note?: ReactNode;
  /** Why it can't be used; shown instead of the note. */
  readonly blocked?: string | null;
  readonly onSelect: () => void;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
  readonly atFirst: number;
}

// The rows of a group shown for a search: more are found by typing more.
const maxFound = 20;

/**
 * The matching rows, the best first, and the group with the best one first. Rows that can't be used come last
 * and only in a search, so that it says why.
 */
export function findInPalette(groups: readonly PaletteGroup[], search: string): readonly PaletteGroup[] {
  if (search.trim() === '') {
    return groups
      .map((group) => ({
        ...group,
        items: group.items.filter((item) => !isBlocked(item)).slice(0, group.atFirst),
      }))
      .filter(({ items }) => items.length > 0);
  }
  return groups
    .map((group) => {
      const matches = group.items
        .map((item) => ({ item, score: scoreOf(item, search) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, maxFound);
      return {
        best: matches[0]?.score ?? 0,
        group: { ...group, items: matches.map(({ item }) => item) },
      };
    })
    .filter(({ best }) => best > 0)
    .toSorted((a, b) => b.best - a.best)
    .map(({ group }) => group);
}

function scoreOf(item: PaletteItem, search: string): number {
  const score = fuzzyScore(item.key, search, [item.title, ...(item.keywords ?? [])]);
  return isBlocked(item) ? score / 10 : score;
}

function isBlocked({ blocked = null }: PaletteItem): boolean {
  return blocked !== null;
}
