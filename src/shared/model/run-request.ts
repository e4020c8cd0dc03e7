import { z } from 'zod';
import { Breakpoint, maxBreakpoints } from './breakpoint.ts';

/**
 * Stream modes of a run (docs/protocol.md, Run request). `messages-tuple` arrives as `messages`; `tools`:
 * JavaScript server only.
 */
export const StreamMode = z.enum([
  'values',
  'updates',
  'tasks',
  'messages-tuple',
  'messages',
  'custom',
  'checkpoints',
  'debug',
  'events',
  'tools',
]);
export type StreamMode = z.infer<typeof StreamMode>;

/**
 * What to do if the thread is busy. Always sent, because servers' defaults differ (docs/protocol.md, Run
 * request).
 */
export const MultitaskStrategy = z.enum(['reject', 'enqueue', 'interrupt', 'rollback']);
export type MultitaskStrategy = z.infer<typeof MultitaskStrategy>;

/** When checkpoints are written; ignored by the JavaScript server. */
export const Durability = z.enum(['async', 'sync', 'exit']);
export type Durability = z.infer<typeof Durability>;

/** Who is notified of the run's end: nobody, the studio's webhook listener, or another address. */
export const RunWebhook = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('listener') }),
  z.strictObject({ kind: z.literal('address'), url: z.string().max(65_536) }),
]);
export type RunWebhook = z.infer<typeof RunWebhook>;

/**
 * What starts a run: an input, answers to interrupts, or nothing (continue from a checkpoint).
 *
 * - `answers`: Keyed by interrupt id; `null`: the one pending interrupt, which has no id; its answer is sent as is. May be empty if
 *   `goto` or `updateText` says how to continue.
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
 * Options of a run's body. Texts are JSON as typed; `null` omits a member.
 *
 * - `streamModes`: Empty means `values` on every server.
 * - `configText`: The `config` object with its `configurable` and `tags`.
 * - `recursionLimit`: In supersteps; goes into `config` and wins over `configText`.
 * - `onCompletion`: What happens to the temporary thread of a stateless run. Sent for such runs only.
 */
export const RunOptions = z.strictObject({
  streamModes: z.array(StreamMode),
  subgraphs: z.boolean(),
  multitaskStrategy: MultitaskStrategy,
  configText: z.string().nullable(),
  contextText: z.string().nullable(),
  metadataText: z.string().nullable(),
  recursionLimit: z.int().min(1).nullable(),
  durability: Durability,
  webhook: RunWebhook,
  afterSeconds: z.number().nonnegative().nullable(),
  interruptBefore: z.array(z.string()),
  interruptAfter: z.array(z.string()),
  feedbackKeys: z.array(z.string()),
  onCompletion: z.enum(['delete', 'keep']),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** Defaults: enough to draw any graph at every level. */
export const defaultRunOptions: RunOptions = {
  streamModes: ['values', 'updates', 'tasks', 'messages-tuple', 'custom'],
  subgraphs: true,
  multitaskStrategy: 'reject',
  configText: null,
  contextText: null,
  metadataText: null,
  recursionLimit: null,
  durability: 'async',
  webhook: { kind: 'none' },
  afterSeconds: null,
  interruptBefore: [],
  interruptAfter: [],
  feedbackKeys: [],
  onCompletion: 'delete',
};

/**
 * - `threadId: null`: a stateless run, of which only the events are seen.
 * - `checkpointId: null`: the thread's newest state.
 * - `checkpointNs`: Namespace of the checkpoint; empty for the root graph.
 * - `background`: Starts the run without reading its events, which can be read later.
 * - `breakpoints`: What the studio checks where the run stops, plain breakpoints included. The server is told to stop there, in
 *   addition to `options`. Omitted for none.
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
