import { z } from 'zod';

/** What a window works on, as far as it may make the window hang. */
export const WindowSelection = z.strictObject({
  connectionId: z.string().max(200),
  threadId: z.string().max(1000).nullable(),
});
export type WindowSelection = z.infer<typeof WindowSelection>;

/**
 * A window's abnormal end while it worked on a server.
 *
 * - `kind`: `hung`: its page stopped responding. `ended`: its page crashed twice soon after opening the server.
 */
export const WindowFailure = z.strictObject({
  ...WindowSelection.shape,
  kind: z.enum(['hung', 'ended']),
});
export type WindowFailure = z.infer<typeof WindowFailure>;
