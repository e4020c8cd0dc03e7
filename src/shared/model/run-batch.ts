import { z } from 'zod';
import { frameBlockShape, isWhole } from './frame-block.ts';
import { RunEnd, RunLink } from './run.ts';

/** One batch of a followed run: the frames that are new, and how the link stands after them. */
export const RunBatch = z
  .strictObject({ ...frameBlockShape, link: RunLink, end: RunEnd.nullable() })
  .refine(isWhole);
export type RunBatch = z.infer<typeof RunBatch>;

/** What a window has of a log already. Of the same log only what comes behind it is sent. */
export const HeldFrames = z.strictObject({ log: z.string(), count: z.int().nonnegative() });
export type HeldFrames = z.infer<typeof HeldFrames>;
