import { z } from 'zod';

/** The longest text that is kept, in UTF-16 units: a message to the window may have 16 MB. */
export const maxStoredTextLength = 6_000_000;

/**
 * A text that a window keeps on the disk under a key of its own: something typed that was not sent yet, a layout, the
 * inputs of the past. The back end never looks inside.
 */
export const StoredTextEntry = z.strictObject({
  key: z.string().min(1).max(2000),
  text: z.string().max(maxStoredTextLength),
});
export type StoredTextEntry = z.infer<typeof StoredTextEntry>;

/** One page of what is kept, ordered by key. `after` asks for the next page; `null` at the end. */
export const StoredTextPage = z.strictObject({
  texts: z.array(StoredTextEntry),
  after: z.string().nullable(),
});
export type StoredTextPage = z.infer<typeof StoredTextPage>;
