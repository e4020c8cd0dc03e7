import { z } from 'zod';
import { Breakpoint, maxBreakpoints } from './breakpoint.ts';
import { maxPins, Pin } from './pin.ts';
import { RunOptions } from './run-options.ts';

/**
 * What starts a run: an input, answers to interrupts, or nothing (continue from a checkpoint).
 *
 * - `answers`: Keyed by interrupt id; `null`: the one pending interrupt, which has no id; its answer is sent as is. May
 *   be empty if `goto` or `updateText` says how to continue.
 * - `updateText`: State update written first, as JSON.
 */
export const RunTrigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('input'), inputText: z.string() }),
  z
    .strictObject({
      kind: z.literal('resume'),
      answers: z.array(z.strictObject({ interruptId: z.string().nullable(), valueText: z.string() })),
      goto: z.array(z.string()),
      updateText: z.string().nullable(),
    })
    .refine(
      ({ answers, goto, updateText }) => answers.length > 0 || goto.length > 0 || updateText !== null,
      'A command needs a resume value, a goto or an update.',
    )
    .refine(
      ({ answers }) => answers.length < 2 || answers.every(({ interruptId }) => interruptId !== null),
      'An answer without an interrupt ID must be the only one.',
    ),
  z.strictObject({ kind: z.literal('continue') }),
]);
export type RunTrigger = z.infer<typeof RunTrigger>;

/**
 * - `threadId: null`: a stateless run, of which only the events are seen.
 * - `checkpointId: null`: the thread's newest state.
 * - `checkpointNs`: Namespace of the checkpoint; empty for the root graph.
 * - `background`: Starts the run without reading its events, which can be read later.
 * - `breakpoints`: What the studio checks where the run stops, plain breakpoints included. The server is asked to stop there, in
 *   addition to `options`. Omitted for none.
 * - `pins`: Where the run stops before one of these nodes, the studio writes the output as that node and continues.
 *   Omitted for none.
 */
export const RunRequest = z.strictObject({
  connectionId: z.string(),
  assistantId: z.string(),
  threadId: z.string().nullable(),
  checkpointId: z.string().nullable(),
  checkpointNs: z.string(),
  trigger: RunTrigger,
  background: z.boolean(),
  options: RunOptions,
  breakpoints: z.array(Breakpoint).max(maxBreakpoints).optional(),
  pins: z.array(Pin).max(maxPins).optional(),
});
export type RunRequest = z.infer<typeof RunRequest>;

/**
 * The request that would start a run, to read and copy. Only lookups are sent for it.
 *
 * - `path`: Path without the base URL, with `{thread_id}` for a thread still to be created.
 * - `notes`: Parts that each request generates anew, as sentences.
 */
export const RunPreview = z.strictObject({
  method: z.literal('POST'),
  path: z.string(),
  bodyText: z.string(),
  notes: z.array(z.string()),
});
export type RunPreview = z.infer<typeof RunPreview>;
