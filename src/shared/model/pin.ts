import * as z from 'zod/mini';

/** Longest pinned output, and of all outputs of a graph together, in UTF-16 units: a run's request holds them all. */
export const maxPinLength = 1_000_000;
export const maxPinsLength = 4_000_000;
export const maxPins = 50;

/**
 * An output that runs write as a node of the top level, which then does not run.
 *
 * - `outputText`: The state keys that it writes: a JSON object, exactly as typed or as the server sent it; `null` writes none.
 */
export const Pin = z.strictObject({
  nodeId: z.string().check(z.minLength(1), z.maxLength(1000)),
  outputText: z.string().check(z.maxLength(maxPinLength)),
});
export type Pin = z.infer<typeof Pin>;

/** Where a pinned output was written. `runId`: the run that had stopped there; `null`: before a run started. */
export const PinWrite = z.strictObject({
  nodeId: z.string(),
  checkpointId: z.string(),
  runId: z.nullable(z.string()),
});
export type PinWrite = z.infer<typeof PinWrite>;

/** A pin as it is kept. `source`: the run's checkpoint that it was taken from; `null` if it was typed. */
export const StoredPin = z.extend(Pin, {
  source: z.nullable(z.strictObject({ threadId: z.string(), checkpointId: z.string() })),
});
export type StoredPin = z.infer<typeof StoredPin>;
