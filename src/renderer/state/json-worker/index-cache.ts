import { updateIndex } from '../../../exact-json/structural-index/index-update.ts';
import type { StructuralIndex } from '../../../exact-json/structural-index/structural-index.ts';

interface Known {
  readonly text: string;
  readonly outline: StructuralIndex;
}

/** The state that is looked at, and the edit of it. */
const mostKept = 2;
let known: readonly Known[] = [];

/** Keeps the outline of a long text for {@link findCachedIndex}. */
export function cacheIndex(text: string, outline: StructuralIndex): void {
  known = [{ text, outline }, ...known.filter((one) => one.text !== text)].slice(0, mostKept);
}

/**
 * The outline of a long text that was looked through already, or that differs from such a text in one place, as an
 * edited one does. `null` for any other.
 */
export function findCachedIndex(text: string): StructuralIndex | null {
  const same = known.find((one) => one.text === text);
  if (same) return same.outline;
  for (const near of known) {
    const outline = updateIndex(near.text, near.outline, text);
    if (!outline) continue;
    cacheIndex(text, outline);
    return outline;
  }
  return null;
}
