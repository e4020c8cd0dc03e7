import { z } from 'zod';
import { ThreadStatus } from '../threads/thread.ts';
import { BreakpointStop } from './breakpoint.ts';

/** The server's status of a run (docs/protocol.md, Run status); `unknown` for any other value. */
export const RunStatus = z.enum([
  'pending',
  'running',
  'success',
  'error',
  'interrupted',
  'timeout',
  'unknown',
]);
export type RunStatus = z.infer<typeof RunStatus>;

/**
 * How a run began: with an input, which starts a new pass over the graph, or by continuing the thread.
 * `checkpointId`: its start, if not the newest state. `unknown` if the server does not say.
 */
export const RunOrigin = z.strictObject({
  kind: z.enum(['input', 'resume', 'continue', 'unknown']),
  checkpointId: z.string().nullable(),
});
export type RunOrigin = z.infer<typeof RunOrigin>;

/**
 * An answer that a run gave; `interruptId: null` names no interrupt. `valueText`: JSON for display, truncated
 * if long.
 */
export const SentAnswer = z.strictObject({ interruptId: z.string().nullable(), valueText: z.string() });
export type SentAnswer = z.infer<typeof SentAnswer>;

/** A run as the server lists it. `hasLog`: its events are stored here and available at once. */
export const Run = z.strictObject({
  runId: z.string(),
  threadId: z.string(),
  assistantId: z.string(),
  status: RunStatus,
  createdAt: z.string().nullable(),
  /** Milliseconds between creation and last change, by the server's clock; `null` while active. */
  durationMs: z.number().nonnegative().nullable(),
  hasLog: z.boolean(),
  /** Reading began while the run was active: its log lacks what came before. */
  joinedLate: z.boolean(),
  origin: RunOrigin,
  /** The first of its answers; omitted for a run that answers nothing. */
  answers: z.array(SentAnswer).optional(),
  /** Its metadata names a studio as its origin. */
  byStudio: z.literal(true).optional(),
  /**
   * Why the server calls the run `interrupted`: cancelled, or (on some servers) waiting for a person. Omitted
   * for other statuses.
   */
  interruptedBy: z.enum(['cancel', 'question', 'unknown']).optional(),
});
export type Run = z.infer<typeof Run>;

/** A frame of a run's stream. `text`: the payload verbatim, parsed where it is shown. */
export interface RunFrame {
  /** Position in the log, from 0, without gaps. */
  readonly seq: number;
  /** Milliseconds since the run's first frame, by this machine's monotonic clock. */
  readonly atMs: number;
  /** The server's event id, if any. Not unique. */
  readonly id: string | null;
  /** The event's name without its namespace: `values`, `updates`, `tasks`, `messages`, `error`, ... */
  readonly mode: string;
  /** Names and task ids of its subgraphs, outermost first: `["write:4014035b-..."]`. */
  readonly namespace: readonly string[];
  readonly text: string;
}

/**
 * How a run's stream ended. `interrupted`: the thread waits for a person; `cancelled`: the run was stopped;
 * `lost`: unknown, because the server is unreachable or no longer knows the run.
 */
export const RunOutcome = z.enum(['finished', 'interrupted', 'failed', 'cancelled', 'lost']);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** What a run was started without, because its server refuses it: stream modes, and other members of the request. */
export const OmittedRunOptions = z.strictObject({
  streamModes: z.array(z.string()),
  members: z.array(z.string()),
});
export type OmittedRunOptions = z.infer<typeof OmittedRunOptions>;

export const RunEnd = z.strictObject({
  outcome: RunOutcome,
  /** The server's message for a failure, as `Name: message`. */
  error: z.string().nullable(),
  /** Events are missing: the state is the server's, the list of events is not complete. */
  incomplete: z.boolean(),
  /** The run's breakpoints at which the server did not stop, by node. Omitted for none. */
  passedBreakpoints: z.array(z.string()).optional(),
  /** Omitted if the run was started as asked. */
  omitted: OmittedRunOptions.optional(),
  /** It failed by a known fault of its server, which the next run avoids. */
  isKnownFault: z.literal(true).optional(),
  /** The run that the studio started to continue this one: no breakpoint held where it stopped. */
  continuedBy: z.string().optional(),
  /** Why the studio leaves the run stopped; omitted if it has checked nothing. */
  stop: z.optional(BreakpointStop),
});
export type RunEnd = z.infer<typeof RunEnd>;

/**
 * `silent`: connected, but no byte of the run's events for 15 s. `reconnecting`: the stream was
 * cut and the run is being looked up.
 */
export const RunConnectionState = z.enum(['live', 'silent', 'reconnecting', 'ended']);
export type RunConnectionState = z.infer<typeof RunConnectionState>;

/** A run accepted by the server. `threadId: null`: a stateless run. */
export const StartedRun = z.strictObject({ runId: z.string(), threadId: z.string().nullable() });
export type StartedRun = z.infer<typeof StartedRun>;

/** How to stop a run. `rollback` also reverts its writes, where supported. */
export const CancelAction = z.enum(['interrupt', 'rollback']);
export type CancelAction = z.infer<typeof CancelAction>;

/** Outcome of cancelling, by the server's report afterwards, not by hope. */
export const CancelResult = z.strictObject({
  /** `null`: the server no longer has the run. */
  status: z.nullable(RunStatus),
  /**
   * The run ended because of the cancel: it had not ended before and is not active any more. `null`: the server accepted
   * the cancel, and does not tell what became of the run.
   */
  stopped: z.nullable(z.boolean()),
  /** `null`: the run has no thread, or the thread can't be read. */
  threadStatus: z.nullable(ThreadStatus),
  /** Whether this run wrote the thread's newest state; `null` if unknown. */
  statePreserved: z.boolean().nullable(),
});
export type CancelResult = z.infer<typeof CancelResult>;

/**
 * Outcome of deleting a stuck run. `ended`: it stopped after all when asked once more, and nothing was
 * deleted. The thread's status is the server's, which may say busy until the next run ends.
 */
export const DeleteStuckRunResult = z.strictObject({
  outcome: z.enum(['deleted', 'ended']),
  /** `null`: the thread can't be read. */
  threadStatus: z.nullable(ThreadStatus),
  /** Number of runs queued behind the deleted one, which may start now. */
  waiting: z.int().nonnegative(),
});
export type DeleteStuckRunResult = z.infer<typeof DeleteStuckRunResult>;

/** Who started a run, by its metadata. */
export const RunSource = z.enum(['studio', 'cron', 'unknown']);
export type RunSource = z.infer<typeof RunSource>;

/** Details of a run for lists. Texts are JSON as the server sent it, truncated if long, for display only. */
export const RunRecord = /* @__PURE__ */ Run.extend({
  source: RunSource,
  /** The version of its assistant; omitted if its record does not say. */
  assistantVersion: z.optional(z.number()),
  /** Start of its input; `null` if it had none. */
  inputText: z.string().nullable(),
  /** Its configuration without the servers' own additions; `null` if empty. */
  configText: z.string().nullable(),
  contextText: z.string().nullable(),
  /** Webhook address without its query, which may hold a token. */
  webhook: z.string().nullable(),
  /**
   * Whether its events can be read from the first one without taking them from another reader; `null` if
   * unknown until tried.
   */
  resumable: z.boolean().nullable(),
  /**
   * The server's message for its failure, from its record or log, and the tokens that its models reported.
   */
  error: z.string().nullable(),
  tokens: z.int().nonnegative().nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** The config and context of a run, whole: JSON objects without the servers' own additions; `null` if empty. */
export const RunRecordSettings = z.strictObject({
  configText: z.string().nullable(),
  contextText: z.string().nullable(),
});
export type RunRecordSettings = z.infer<typeof RunRecordSettings>;

/** Newest first. `isCut`: the thread has more runs than are listed. */
export const RunRecordList = z.strictObject({
  records: z.array(RunRecord),
  isCut: z.boolean(),
  /** Runs of other threads that the server listed among them, and that are left out. Omitted without any. */
  foreign: z.int().positive().optional(),
});
export type RunRecordList = z.infer<typeof RunRecordList>;
