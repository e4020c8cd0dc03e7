import * as z from 'zod/mini';

// Followed by the owner: members of a team may use one browser, and must not get what another one left.
const storageKey = 'studio.left-behind';

// A reload takes a moment, and then the texts of the page before are the newest.
const freshMs = 30_000;

// Later, a text counts only if the one on the disk is still the one that it replaces: another window, or the page's own last
// request, may have written a newer one.
const keptMs = 24 * 3_600_000;

const LeftBehind = z.array(
  z.strictObject({
    at: z.number(),
    key: z.string(),
    text: z.nullable(z.string()),
    // Of the texts that the disk may hold, as far as the page knew.
    replaces: z.array(z.string()),
  }),
);

/** A text that a page had not written when it unloaded; `null` was removed. */
export interface HandoffText {
  readonly key: string;
  readonly text: string | null;
}

/**
 * Leaves texts to the owner's next page (`useStorageOwner`). What does not fit was still sent. `replaces`: what the disk may
 * hold of each.
 */
export function saveHandoff(
  owner: string,
  texts: readonly (HandoffText & { readonly replaces: readonly (string | null)[] })[],
): void {
  if (texts.length === 0) return;
  const at = Date.now();
  const left = texts.map((one) => ({ ...one, at, replaces: one.replaces.map(fingerprint) }));
  // Other windows leave theirs during the same outage.
  const others = readHandoff(owner).filter(({ key }) => texts.every((one) => one.key !== key));
  try {
    localStorage.setItem(storageKey + owner, JSON.stringify([...others, ...left]));
  } catch {
    // The storage is full or disabled.
  }
}

/** The texts of the owner's previous pages, once. `stored`: what the disk holds of a key. */
export function takeHandoff(owner: string, stored: (key: string) => string | null): readonly HandoffText[] {
  const left = readHandoff(owner);
  try {
    localStorage.removeItem(storageKey + owner);
  } catch {
    // The storage is disabled.
  }
  return left
    .filter(({ at, key, replaces }) => ageOf(at) < freshMs || replaces.includes(fingerprint(stored(key))))
    .map(({ key, text }) => ({ key, text }));
}

function readHandoff(owner: string): z.infer<typeof LeftBehind> {
  try {
    const left =
      LeftBehind.safeParse(JSON.parse(localStorage.getItem(storageKey + owner) ?? '[]')).data ?? [];
    return left.filter(({ at }) => ageOf(at) <= keptMs);
  } catch {
    return [];
  }
}

function ageOf(at: number): number {
  return Math.abs(Date.now() - at);
}

// Short, since the room is: its length and a hash (FNV-1a).
function fingerprint(text: string | null): string {
  if (text === null) return '';
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length} ${hash}`;
}
