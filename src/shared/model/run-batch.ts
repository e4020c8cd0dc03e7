import { z } from 'zod';
import { frameBlockShape, isValidFrameBlock } from './frame-block.ts';
import { RunEnd, RunConnectionState } from './run.ts';

/** One batch of a followed run: the frames that are new, and how the link stands after them. */
export const RunBatch = z
  .strictObject({
    ...frameBlockShape,
    connectionState: RunConnectionState,
    end: RunEnd.nullable(),
    /**
     * Milliseconds since the run's first frame, by the host's steady clock, when this batch was made: a window that is
     * loaded in mid-run sets its clock by it. `null` for a log that was read from disk.
     */
    elapsedMs: z.number().nonnegative().nullable(),
    /**
     * How old the run was, by its server's clock, when its first frame was read here: milliseconds. `null` for a run that
     * was started here, and where the server tells no time.
     */
    ageAtFirstFrameMs: z.number().nonnegative().nullable(),
  })
  .refine(isValidFrameBlock);
export type RunBatch = z.infer<typeof RunBatch>;

/** What a window has of a log already. Of the same log only what comes behind it is sent. */
export const LogPosition = z.strictObject({ log: z.string(), count: z.int().nonnegative() });
export type LogPosition = z.infer<typeof LogPosition>;
