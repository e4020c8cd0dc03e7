import { z } from 'zod';
import { ThreadStatus } from '../threads/thread.ts';

/**
 * The server's status of a run (docs/protocol.md, Run status); `unknown` for a word that this studio does not know yet.
 */
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
 * How a run began: with an input, which starts a new pass over the graph, or by going on with what the thread was about
 * to do. `checkpointId`: where it started, when that was not the newest state. `unknown` where the server does not tell.
 */
export const RunOrigin = z.strictObject({
  kind: z.enum(['input', 'resume', 'continue', 'unknown']),
  checkpointId: z.string().nullable(),
});
export type RunOrigin = z.infer<typeof RunOrigin>;

/**
 * What a run answered: `interruptId: null` is an answer that names no interrupt. `valueText` is JSON, cut when it is long,
 * for reading only.
 */
export const SentAnswer = z.strictObject({ interruptId: z.string().nullable(), valueText: z.string() });
export type SentAnswer = z.infer<typeof SentAnswer>;

/** A run as the server lists it. `hasLog`: this studio holds its events and can show them at once. */
export const Run = z.strictObject({
  runId: z.string(),
  threadId: z.string(),
  assistantId: z.string(),
  status: RunStatus,
  createdAt: z.string().nullable(),
  /** Milliseconds between its creation and its last change, by the server's clock; `null` while it goes on. */
  durationMs: z.number().nonnegative().nullable(),
  hasLog: z.boolean(),
  /** The studio began to read it when it was under way: what came before is not in its log (row R-5). */
  joinedLate: z.boolean(),
  origin: RunOrigin,
  /** The first of what it was resumed with; left out for a run that answers nothing. */
  answers: z.array(SentAnswer).optional(),
  /** Its metadata says that a studio started it. */
  byStudio: z.literal(true).optional(),
  /**
   * Why the server calls the run `interrupted`: somebody stopped it, or (a word of some servers) it stopped to ask a
   * person. Left out for every other status.
   */
  interruptedBy: z.enum(['cancel', 'question', 'unknown']).optional(),
});
export type Run = z.infer<typeof Run>;

/** One frame of a run's stream. `text` is the payload exactly as it came; it is parsed where it is shown. */
export interface RunFrame {
  /** Position in the log, from 0, without gaps. */
  readonly seq: number;
  /** Milliseconds since the run's first frame, by this machine's steady clock. */
  readonly atMs: number;
  /** The server's event id, where it sent one. Not unique (row R-4). */
  readonly id: string | null;
  /** The event's name without its namespace: `values`, `updates`, `tasks`, `messages`, `error`, ... */
  readonly mode: string;
  /** Names and task ids of the subgraphs it came from, outermost first: `["write:4014035b-..."]`. */
  readonly namespace: readonly string[];
  readonly text: string;
}

/**
 * How a run's stream ended. `interrupted`: the thread waits for a person; `cancelled`: somebody stopped the run;
 * `lost`: the studio can't tell, because the server is out of reach or no longer knows the run.
 */
export const RunOutcome = z.enum(['finished', 'interrupted', 'failed', 'cancelled', 'lost']);
export type RunOutcome = z.infer<typeof RunOutcome>;

export const RunEnd = z.strictObject({
  outcome: RunOutcome,
  /** The server's own words for a failure, as `Name: message`. */
  error: z.string().nullable(),
  /** Set when not every event was seen: the state is the server's, the list of events is not whole (row R-2). */
  incomplete: z.boolean(),
  /** Breakpoints of the run at which its server did not stop, by node. Left out for none. */
  passedBreakpoints: z.array(z.string()).optional(),
});
export type RunEnd = z.infer<typeof RunEnd>;

/**
 * `silent`: connected, and for 15 s not a byte has come of the run's events (row R-16). `reconnecting` while the stream is cut
 * and the run is being found again.
 */
export const RunConnectionState = z.enum(['live', 'silent', 'reconnecting', 'ended']);
export type RunConnectionState = z.infer<typeof RunConnectionState>;

/** A run that the server took. `threadId: null`: a run without a thread. */
export const StartedRun = z.strictObject({ runId: z.string(), threadId: z.string().nullable() });
export type StartedRun = z.infer<typeof StartedRun>;

/** How to stop a run. `rollback` also takes back what it wrote, where the server can. */
export const CancelAction = z.enum(['interrupt', 'rollback']);
export type CancelAction = z.infer<typeof CancelAction>;

/** What came of *Stop*, as the server reports it afterwards, not as it was hoped for (row C-15). */
export const CancelResult = z.strictObject({
  /** `null`: the server no longer has the run. */
  status: RunStatus.nullable(),
  /** The run ended because of the cancel: neither by itself before, nor is it still going on. */
  stopped: z.boolean(),
  /** `null`: the run has no thread, or the thread can't be read. */
  threadStatus: ThreadStatus.nullable(),
  /** Whether the thread's newest state was written by this run; `null` when that can't be told. */
  statePreserved: z.boolean().nullable(),
});
export type CancelResult = z.infer<typeof CancelResult>;

/**
 * What came of deleting a run that its server goes on calling active and does not stop. `ended`: asked once more it
 * stopped after all, and nothing was deleted. The thread's status is the server's; it may say busy until a next run ends.
 */
export const DeleteStuckRunResult = z.strictObject({
  outcome: z.enum(['deleted', 'ended']),
  /** `null`: the thread can't be read. */
  threadStatus: ThreadStatus.nullable(),
  /** Runs that waited behind the deleted one, and may begin now. */
  waiting: z.int().nonnegative(),
});
export type DeleteStuckRunResult = z.infer<typeof DeleteStuckRunResult>;

/** Who started a run, as far as the run tells: a studio, a schedule of the server, or nobody knows. */
export const RunSource = z.enum(['studio', 'cron', 'unknown']);
export type RunSource = z.infer<typeof RunSource>;

/** All about a run that a list shows. Texts are JSON as the server wrote it; long ones are cut, for reading only. */
export const RunRecord = Run.extend({
  source: RunSource,
  /** The beginning of its input; `null` when it had none. */
  inputText: z.string().nullable(),
  /** What it was configured with, without what servers add by themselves; `null` when that is nothing. */
  configText: z.string().nullable(),
  contextText: z.string().nullable(),
  /** Where its end was to be reported: the address without its query, which may hold a token. */
  webhook: z.string().nullable(),
  /**
   * Its events can be read from the first one on without taking them from anybody; `null` where the server does not tell,
   * and only trying shows it.
   */
  resumable: z.boolean().nullable(),
  /** The server's words for its failure, from its record or from its log, and the tokens that its models reported. */
  error: z.string().nullable(),
  tokens: z.int().nonnegative().nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;
