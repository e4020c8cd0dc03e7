import { z } from 'zod';

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
 * Run options: the settings and the config that a run is started with. CONTRIBUTING.md says how to add one. Texts are
 * JSON as typed; `null` omits a member.
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
