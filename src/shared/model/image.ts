import { z } from 'zod';

/** An external image loaded at the user's request: pixels only, as base64. */
export const LoadedImage = z.strictObject({
  type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']),
  base64: z.string(),
});
export type LoadedImage = z.infer<typeof LoadedImage>;

export const maxLoadedImageBytes = 8_000_000;
