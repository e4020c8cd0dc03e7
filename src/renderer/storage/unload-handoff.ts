import { z } from 'zod';

const storageKey = 'studio.left-behind';

/** A reload takes a moment. Whatever is older was sent in the end, and may be older than what is on the disk. */
const freshMs = 30_000;

const LeftBehind = z.strictObject({
  at: z.number(),
  texts: z.array(z.strictObject({ key: z.string(), text: z.string().nullable() })),
});

/** Texts that a page had not brought to the disk when it went; `null` was thrown away. */
export type HandoffTexts = z.infer<typeof LeftBehind>['texts'];

/** Leaves texts in the page's storage, which is written at once. What does not fit there was still sent. */
export function saveHandoff(texts: HandoffTexts): void {
  if (texts.length === 0) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), texts }));
  } catch {
    // The storage is full or switched off.
  }
}

/** What the page before this one left a moment ago. It is taken once. */
export function takeHandoff(): HandoffTexts {
  try {
    const text = localStorage.getItem(storageKey);
    localStorage.removeItem(storageKey);
    const left = LeftBehind.safeParse(JSON.parse(text ?? 'null')).data;
    return left && Math.abs(Date.now() - left.at) < freshMs ? left.texts : [];
  } catch {
    return [];
  }
}
