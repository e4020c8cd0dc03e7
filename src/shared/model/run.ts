import { z } from 'zod';
import { ThreadStatus } from './thread.ts';
import { BreakpointStop } from './breakpoint.ts';

/** Runs of a thread that a window counts at most, newest first. One more is listed, to know whether there are more. */
export const maxListedRuns = 200;

/** Whether a thread has more runs than are counted, by those that `runs.list` gave. */
export function hasMoreRuns({ length }: readonly Run[]): boolean {
  return length > maxListedRuns;
}

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
 * How a run started: with an input, which starts a new turn, or by continuing the thread.
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

/**
 * A run as the server lists it. `hasLog`: its events are stored here and available at once.
 *
 * - `durationMs`: Milliseconds between creation and last change, by the server's clock; `null` while active.
 * - `joinedLate`: Reading started while the run was active: its log lacks what came before.
 * - `answers`: The first of its answers; omitted for a run that answers nothing.
 * - `byStudio`: Its metadata names a studio as its origin.
 * - `interruptedBy`: Why the server calls the run `interrupted`: cancelled, or (on some servers) waiting for a person.
 *   Omitted for other statuses.
 */
export const Run = z.strictObject({
  runId: z.string(),
  threadId: z.string(),
  assistantId: z.string(),
  status: RunStatus,
  createdAt: z.string().nullable(),
  durationMs: z.number().nonnegative().nullable(),
  hasLog: z.boolean(),
  joinedLate: z.boolean(),
  origin: RunOrigin,
  answers: z.array(SentAnswer).optional(),
  byStudio: z.literal(true).optional(),
  interruptedBy: z.enum(['cancel', 'question', 'unknown']).optional(),
});
export type Run = z.infer<typeof Run>;

/**
 * A frame of a run's stream. `text`: the payload verbatim, parsed where it is shown.
 *
 * - `seq`: Position in the log, from 0, without gaps.
 * - `atMs`: Milliseconds since the run's first frame, by this machine's monotonic clock.
 * - `id`: The server's event id, if any. Not unique.
 * - `mode`: The event's name without its namespace: `values`, `updates`, `tasks`, `messages`, `error`, ...
 * - `namespace`: Names and task ids of its subgraphs, outermost first: `["write:4014035b-..."]`.
 */
export interface RunFrame {
  readonly seq: number;
  readonly atMs: number;
  readonly id: string | null;
  readonly mode: string;
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

/**
 * - `error`: The server's message for a failure, as `Name: message`.
 * - `incomplete`: Events are missing: the state is the server's, the list of events is not complete.
 * - `passedBreakpoints`: The run's breakpoints at which the server did not stop, by node. Omitted for none.
 * - `omitted` is omitted if the run was started as asked.
 * - `isKnownFault`: It failed by a known fault of its server, which the next run avoids.
 * - `continuedBy`: The run that the studio started to continue this one: no breakpoint held where it stopped, or a
 *   pinned output was written there.
 * - `stop`: Why the studio leaves the run stopped; omitted if it has checked nothing.
 */
export const RunEnd = z.strictObject({
  outcome: RunOutcome,
  error: z.string().nullable(),
  incomplete: z.boolean(),
  passedBreakpoints: z.array(z.string()).optional(),
  omitted: OmittedRunOptions.optional(),
  isKnownFault: z.literal(true).optional(),
  continuedBy: z.string().optional(),
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

/**
 * Outcome of cancelling, by the server's report afterwards, not by hope.
 *
 * - `status: null`: the server no longer has the run.
 * - `stopped`: The run ended because of the cancel: it had not ended before and is not active any more. `null`: the
 *   server does not report how the run ended, or calls it `interrupted`, which may also mean that it waits for a person.
 * - `threadStatus: null`: the run has no thread, or the thread can't be read.
 * - `statePreserved`: Whether this run wrote the thread's newest state; `null` if unknown.
 */
export const CancelResult = z.strictObject({
  status: z.nullable(RunStatus),
  stopped: z.nullable(z.boolean()),
  threadStatus: z.nullable(ThreadStatus),
  statePreserved: z.boolean().nullable(),
});
export type CancelResult = z.infer<typeof CancelResult>;

/**
 * Outcome of deleting a stuck run. `ended`: it stopped after all when asked once more, and nothing was deleted. The
 * thread's status is the server's, which may say busy until the next run ends.
 *
 * - `threadStatus: null`: the thread can't be read.
 * - `waiting`: Number of runs queued behind the deleted one, which may start now.
 */
export const DeleteStuckRunResult = z.strictObject({
  outcome: z.enum(['deleted', 'ended']),
  threadStatus: z.nullable(ThreadStatus),
  waiting: z.int().nonnegative(),
});
export type DeleteStuckRunResult = z.infer<typeof DeleteStuckRunResult>;

export const RunSource = z.enum(['studio', 'cron', 'unknown']);
export type RunSource = z.infer<typeof RunSource>;

/**
 * Details of a run for lists. Texts are JSON as the server sent it, truncated if long, for display only.
 *
 * - `assistantVersion`: The version of its assistant; omitted if its record does not say.
 * - `inputText`: Start of its input; `null` if it had none.
 * - `configText`: Its configuration without the servers' own additions; `null` if empty.
 * - `webhook`: Webhook address without its query, which may hold a token.
 * - `resumable`: Whether its events can be read from the first one without taking them from another reader; `null` if
 *   unknown until tried.
 * - `error`: The server's message for its failure, from its record or log, and the tokens that its models reported.
 */
export const RunRecord = /* @__PURE__ */ Run.extend({
  source: RunSource,
  assistantVersion: z.optional(z.number()),
  inputText: z.string().nullable(),
  configText: z.string().nullable(),
  contextText: z.string().nullable(),
  webhook: z.string().nullable(),
  resumable: z.boolean().nullable(),
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

/**
 * Newest first. `isCut`: the thread has more runs than are listed.
 *
 * - `foreign`: Runs of other threads that the server listed among them, and that are left out. Omitted without any.
 */
export const RunRecordList = z.strictObject({
  records: z.array(RunRecord),
  isCut: z.boolean(),
  foreign: z.int().positive().optional(),
});
export type RunRecordList = z.infer<typeof RunRecordList>;
