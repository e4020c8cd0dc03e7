import { z } from 'zod';

/** Longest stored text in UTF-16 units: a message to the window is limited to 16 MB. */
export const maxStoredTextLength = 6_000_000;

/**
 * A text that a window stores on disk under its own key: an unsent draft, a layout, past inputs. Opaque to
 * the back end.
 */
export const StoredTextEntry = z.strictObject({
  key: z.string().min(1).max(2000),
  text: z.string().max(maxStoredTextLength),
});
export type StoredTextEntry = z.infer<typeof StoredTextEntry>;

/** One page of stored texts, ordered by key. `after` requests the next page; `null` at the end. */
export const StoredTextPage = z.strictObject({
  texts: z.array(StoredTextEntry),
  after: z.string().nullable(),
});
export type StoredTextPage = z.infer<typeof StoredTextPage>;
