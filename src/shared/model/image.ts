import { z } from 'zod';

/** A picture that was loaded from elsewhere because somebody asked for it: pixels only, as base64. */
export const LoadedImage = z.strictObject({
  type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']),
  base64: z.string(),
});
export type LoadedImage = z.infer<typeof LoadedImage>;

/** Bytes of the largest picture that is loaded. */
export const maxLoadedImageBytes = 8_000_000;
