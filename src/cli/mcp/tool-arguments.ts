import { z } from 'zod';

/* Arguments and annotations that several tools have. */

export const serverInput = z
  .string()
  .optional()
  .describe('Name of the server, from list_servers; the only one by default.');
export const assistantInput = z
  .string()
  .optional()
  .describe('ID, name or graph of the assistant; by default that of the thread, or the only one.');
export const threadInput = z.string().describe('ID of the thread.');
export const checkpointInput = z
  .string()
  .optional()
  .describe('ID of a checkpoint; the newest one by default.');

export const reads = { readOnlyHint: true, openWorldHint: true } as const;

/** Of the seconds that clients wait by default, 60, less than is needed to read how the run ended. */
export const maxWaitSeconds = 45;
export const waitInput = z
  .int()
  .min(0)
  .max(maxWaitSeconds, `At most ${maxWaitSeconds}: clients wait 60 seconds. Call wait_for_run for longer.`)
  .optional()
  .describe(
    `Seconds to wait for the end of the run; ${maxWaitSeconds} by default and at most. The run goes on after that.`,
  );
export const json = (what: string) =>
  z.string().describe(`${what}, as JSON text, so that numbers keep their digits.`);

// All of them replace something: an edit values of the state, an answer the question, a run on a thread what the thread held, a
// cancel what the run would have done. None of them may be repeated.
export const writes = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const;
