import { z } from 'zod';

/** What a window works on, as far as it can keep the window from answering. */
export const WindowSelection = z.strictObject({
  connectionId: z.string().max(200),
  threadId: z.string().max(1000).nullable(),
});
export type WindowSelection = z.infer<typeof WindowSelection>;

/** The end of a window that did not end in order, while it worked on a server (row U-13). */
export const WindowFailure = z.strictObject({
  ...WindowSelection.shape,
  /** `hung`: its page did not answer any more. `ended`: its page was suddenly gone, twice soon after the server was opened. */
  kind: z.enum(['hung', 'ended']),
});
export type WindowFailure = z.infer<typeof WindowFailure>;
