import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** The duration of a node. Tests set 0. */
export const pace = (ms) =>
  z
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(ms)
    .describe('Milliseconds that a node takes, so that there is something to watch. 0 is instant.');

/** Waits, but ends at once when the run is cancelled. */
export async function takeTime(ms, config) {
  if (ms > 0) await delay(ms, undefined, { signal: config?.signal });
}
