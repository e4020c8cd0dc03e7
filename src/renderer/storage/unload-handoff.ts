import * as z from 'zod/mini';

const storageKey = 'studio.left-behind';

// A reload takes a moment, and then the texts of the page before are the newest.
const freshMs = 30_000;

// Later, a text counts only if the one on the disk is still the one that it replaces: another window, or the page's own last
// request, may have written a newer one.
const keptMs = 24 * 3_600_000;

const LeftBehind = z.strictObject({
  at: z.number(),
  texts: z.array(
    z.strictObject({
      key: z.string(),
      text: z.nullable(z.string()),
      // Of the texts that the disk may hold, as far as the page knew.
      replaces: z.array(z.string()),
    }),
  ),
});

/** A text that a page had not written when it unloaded; `null` was removed. */
export interface HandoffText {
  readonly key: string;
  readonly text: string | null;
}

/** Leaves texts to the next page. What does not fit was still sent. `replaces`: what the disk may hold of each. */
export function saveHandoff(
  texts: readonly (HandoffText & { readonly replaces: readonly (string | null)[] })[],
): void {
  if (texts.length === 0) return;
  const left = texts.map((one) => ({ ...one, replaces: one.replaces.map(fingerprint) }));
  try {
    localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), texts: left }));
  } catch {
    // The storage is full or disabled.
  }
}

/** The texts of the previous page, once. `stored`: what the disk holds of a key. */
export function takeHandoff(stored: (key: string) => string | null): readonly HandoffText[] {
  try {
    const left = LeftBehind.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data;
    localStorage.removeItem(storageKey);
    const age = left ? Math.abs(Date.now() - left.at) : Infinity;
    if (!left || age > keptMs) return [];
    return left.texts
      .filter(({ key, replaces }) => age < freshMs || replaces.includes(fingerprint(stored(key))))
      .map(({ key, text }) => ({ key, text }));
  } catch {
    return [];
  }
}

// Short, since the room is: its length and a hash (FNV-1a).
function fingerprint(text: string | null): string {
  if (text === null) return '';
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length} ${hash}`;
}
