import { z } from 'zod';

/** A picture that was loaded from elsewhere because somebody asked for it: pixels only, as base64. */
export const LoadedPicture = z.strictObject({
  type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']),
  base64: z.string(),
});
export type LoadedPicture = z.infer<typeof LoadedPicture>;

/** Bytes of the largest picture that is loaded. */
export const largestLoadedPicture = 8_000_000;
