import * as z from 'zod/mini';

const storageKey = 'studio.left-behind';

// A reload takes a moment. Older texts were written after all, and may be older than those on disk.
const freshMs = 30_000;

const LeftBehind = z.strictObject({
  at: z.number(),
  texts: z.array(z.strictObject({ key: z.string(), text: z.nullable(z.string()) })),
});

// Texts that a page had not written when it unloaded; `null` was removed.
export type HandoffTexts = z.infer<typeof LeftBehind>['texts'];

// Leaves texts in session storage, which is synchronous. What does not fit was still sent.
export function saveHandoff(texts: HandoffTexts): void {
  if (texts.length === 0) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), texts }));
  } catch {
    // The storage is full or disabled.
  }
}

// The texts of the previous page, once.
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
