import type { CompareSide } from '../../shared/model/comparison.ts';
import type { SideContent } from './side-content.ts';

// Sides that were compared last, so that a long text is the one that was compared.
export interface SideCache {
  put(side: CompareSide, content: SideContent): void;
  get(side: CompareSide): SideContent | null;
}

const maxSides = 8;
// UTF-16 units of all texts together.
const maxTotalLength = 64 * 2 ** 20;

// The sides of the last comparison are kept whatever their size: read again, they may be others.
const comparedSides = 2;

export function createSideCache(limits = { sides: maxSides, text: maxTotalLength }): SideCache {
  const entries = new Map<string, { readonly content: SideContent; readonly length: number }>();
  return {
    put(side, content) {
      const key = sideKey(side);
      entries.delete(key);
      entries.set(key, { content, length: lengthOf(content) });
      let total = [...entries.values()].reduce((sum, { length }) => sum + length, 0);
      for (const [oldest, { length }] of entries) {
        if (entries.size <= comparedSides || (entries.size <= limits.sides && total <= limits.text)) break;
        entries.delete(oldest);
        total -= length;
      }
    },
    get(side) {
      const key = sideKey(side);
      const entry = entries.get(key);
      if (entry === undefined) return null;
      // What is looked at stays: steps are read meanwhile.
      entries.delete(key);
      entries.set(key, entry);
      return entry.content;
    },
  };
}

export function sideKey(side: CompareSide): string {
  return JSON.stringify(Object.entries(side).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function lengthOf({ parts }: SideContent): number {
  return [...parts.values()].reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
}
