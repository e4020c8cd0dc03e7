import { z } from 'zod';

/**
 * What a run's stream may carry (docs/protocol.md, Run request). `messages-tuple` comes as `messages`; `tools`:
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
 * What to do when the thread is busy. Servers default differently, so that it is always sent (docs/protocol.md, Run
 * request).
 */
export const MultitaskStrategy = z.enum(['reject', 'enqueue', 'interrupt', 'rollback']);
export type MultitaskStrategy = z.infer<typeof MultitaskStrategy>;

/** When checkpoints are written; the JavaScript server does not read it. */
export const Durability = z.enum(['async', 'sync', 'exit']);
export type Durability = z.infer<typeof Durability>;

/** Who is told of the run's end: nobody, the studio's webhook listener, or another address. */
export const RunWebhook = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('listener') }),
  z.strictObject({ kind: z.literal('address'), url: z.string().max(65_536) }),
]);
export type RunWebhook = z.infer<typeof RunWebhook>;

/** What starts a run: an input, an answer to a waiting thread, or nothing (go on from a checkpoint). */
export const RunTrigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('input'), inputText: z.string() }),
  z
    .strictObject({
      kind: z.literal('resume'),
      /**
       * Keyed by interrupt id; `null` is the one question that waits and that the server gave no id: its answer is sent as
       * it is. May be empty when `goto` or `updateText` says how to go on.
       */
      answers: z.array(z.strictObject({ interruptId: z.string().nullable(), valueText: z.string() })),
      /** Nodes to go to. */
      goto: z.array(z.string()),
      /** An update of the state that is written first, as JSON. */
      updateText: z.string().nullable(),
    })
    .refine(
      ({ answers, goto, updateText }) => answers.length > 0 || goto.length > 0 || updateText !== null,
      'A command needs an answer, a node to go to or an update.',
    )
    .refine(
      ({ answers }) => answers.length < 2 || answers.every(({ interruptId }) => interruptId !== null),
      'An answer without an id must be the only one.',
    ),
  z.strictObject({ kind: z.literal('continue') }),
]);
export type RunTrigger = z.infer<typeof RunTrigger>;

/** The options of a run's body. Texts are JSON as it was typed; `null` leaves a member out. */
export const RunOptions = z.strictObject({
  /** An empty list stands for `values` on every server. */
  streamModes: z.array(StreamMode),
  subgraphs: z.boolean(),
  multitaskStrategy: MultitaskStrategy,
  /** The `config` object with its `configurable` and `tags`. */
  configText: z.string().nullable(),
  contextText: z.string().nullable(),
  metadataText: z.string().nullable(),
  /** Supersteps; goes into `config` and wins over the one in `configText`. */
  recursionLimit: z.int().min(1).nullable(),
  durability: Durability,
  webhook: RunWebhook,
  afterSeconds: z.number().nonnegative().nullable(),
  /** Names of nodes, or `*` for all of them. */
  interruptBefore: z.array(z.string()),
  interruptAfter: z.array(z.string()),
  feedbackKeys: z.array(z.string()),
  /** What becomes of the thread of a run without one. Sent for such runs only. */
  onCompletion: z.enum(['delete', 'keep']),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** What the studio sends when nobody chose otherwise: enough to draw any graph at every level. */
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

/** A run to start. */
export const RunRequest = z.strictObject({
  connectionId: z.string(),
  assistantId: z.string(),
  /** `null`: a run without a thread, of which only its events are seen. */
  threadId: z.string().nullable(),
  /** `null` starts from the thread's newest state. */
  checkpointId: z.string().nullable(),
  /** Namespace of the checkpoint; empty for the graph itself. */
  checkpointNs: z.string(),
  trigger: RunTrigger,
  /** Starts the run without reading its events; they can be read later. */
  background: z.boolean(),
  options: RunOptions,
});
export type RunRequest = z.infer<typeof RunRequest>;

/** The one request that would start a run, for reading and copying. Nothing is sent for it but questions. */
export const RunPreview = z.strictObject({
  method: z.literal('POST'),
  /** Behind the server's address. A thread that is yet to be made is `{thread_id}` in it. */
  path: z.string(),
  bodyText: z.string(),
  /** What is made anew for each request, in words. */
  notes: z.array(z.string()),
});
export type RunPreview = z.infer<typeof RunPreview>;
