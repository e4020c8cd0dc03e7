import { z } from 'zod';

/** The longest text that is kept, in UTF-16 units: a message to the window may have 16 MB. */
export const longestKeptText = 6_000_000;

/**
 * A text that a window keeps on the disk under a key of its own: something typed that was not sent yet, a layout, the
 * inputs of the past. The back end never looks inside.
 */
export const KeptText = z.strictObject({
  key: z.string().min(1).max(2000),
  text: z.string().max(longestKeptText),
});
export type KeptText = z.infer<typeof KeptText>;

/** One page of what is kept, ordered by key. `after` asks for the next page; `null` at the end. */
export const KeptPage = z.strictObject({ texts: z.array(KeptText), after: z.string().nullable() });
export type KeptPage = z.infer<typeof KeptPage>;
