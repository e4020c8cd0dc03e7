import { z } from 'zod';

/** A graph server that listens on this computer. */
export const LocalCandidate = z.strictObject({
  url: z.string(),
  version: z.string().nullable(),
  needsKey: z.boolean(),
});
export type LocalCandidate = z.infer<typeof LocalCandidate>;
