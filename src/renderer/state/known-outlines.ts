import { outlineAfter } from '../../exact-json/outline-splice.ts';
import type { Outline } from '../../exact-json/outline.ts';

interface Known {
  readonly text: string;
  readonly outline: Outline;
}

/** The state that is looked at, and the edit of it. */
const mostKept = 2;
let known: readonly Known[] = [];

/** Keeps the outline of a long text for {@link knownOutline}. */
export function keepOutline(text: string, outline: Outline): void {
  known = [{ text, outline }, ...known.filter((one) => one.text !== text)].slice(0, mostKept);
}

/**
 * The outline of a long text that was looked through already, or that differs from such a text in one place, as an
 * edited one does. `null` for any other.
 */
export function knownOutline(text: string): Outline | null {
  const same = known.find((one) => one.text === text);
  if (same) return same.outline;
  for (const near of known) {
    const outline = outlineAfter(near.text, near.outline, text);
    if (!outline) continue;
    keepOutline(text, outline);
    return outline;
  }
  return null;
}
