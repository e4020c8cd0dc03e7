import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { CancelResult } from './run.ts';

/** What became of one of several runs to cancel; `result: null`: unknown, because of `problem`. */
export const ServerRunCancel = z.strictObject({
  runId: z.string(),
  result: CancelResult.nullable(),
  problem: z.nullable(WireError),
});
export type ServerRunCancel = z.infer<typeof ServerRunCancel>;

/** What became of one of several runs to delete; `problem: null`: it is gone. */
export const ServerRunDelete = z.strictObject({ runId: z.string(), problem: z.nullable(WireError) });
export type ServerRunDelete = z.infer<typeof ServerRunDelete>;

/** What became of one of several runs to repeat; `started: null`: none was started, because of `problem`. */
export const ServerRunRepeat = z.strictObject({
  runId: z.string(),
  started: z.nullable(z.strictObject({ threadId: z.string(), runId: z.string() })),
  problem: z.nullable(WireError),
});
export type ServerRunRepeat = z.infer<typeof ServerRunRepeat>;
