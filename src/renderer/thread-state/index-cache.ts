import { updateIndex, type StructuralIndex } from 'exact-json';

interface Known {
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
}

// The displayed state and its edit.
const maxEntries = 2;
let entries: readonly Known[] = [];

export function cacheIndex(text: string, structuralIndex: StructuralIndex): void {
  entries = [{ text, structuralIndex }, ...entries.filter((one) => one.text !== text)].slice(0, maxEntries);
}

/**
 * The index of a long text that is cached, or that differs from a cached one in one place, as an edited text
 * does. `null` for others.
 */
export function findCachedIndex(text: string): StructuralIndex | null {
  const same = entries.find((one) => one.text === text);
  if (same) return same.structuralIndex;
  for (const near of entries) {
    const structuralIndex = updateIndex(near.text, near.structuralIndex, text);
    if (!structuralIndex) continue;
    cacheIndex(text, structuralIndex);
    return structuralIndex;
  }
  return null;
}
