import { z } from 'zod';

/** The server's status of a run (protocol, section 6); `unknown` for a word that this studio does not know yet. */
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

/** A run as the server lists it. `hasLog`: this studio holds its events and can show them at once. */
export const Run = z.strictObject({
  runId: z.string(),
  threadId: z.string(),
  assistantId: z.string(),
  status: RunStatus,
  createdAt: z.string().nullable(),
  hasLog: z.boolean(),
});
export type Run = z.infer<typeof Run>;

/** One frame of a run's stream. `text` is the payload exactly as it came; it is parsed where it is shown. */
export const RunFrame = z.strictObject({
  /** Position in the log, from 0, without gaps. */
  seq: z.int().nonnegative(),
  /** Milliseconds since the run's first frame, by this machine's steady clock. */
  atMs: z.number().nonnegative(),
  /** The server's event id, where it sent one. Not unique (row R-4). */
  id: z.string().nullable(),
  /** The event's name without its namespace: `values`, `updates`, `tasks`, `messages`, `error`, ... */
  mode: z.string(),
  /** Names and task ids of the subgraphs it came from, outermost first: `["write:4014035b-..."]`. */
  namespace: z.array(z.string()),
  text: z.string(),
});
export type RunFrame = z.infer<typeof RunFrame>;

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
});
export type RunEnd = z.infer<typeof RunEnd>;

/** `reconnecting` while the stream is cut and the run is being found again. */
export const RunLink = z.enum(['live', 'reconnecting', 'ended']);
export type RunLink = z.infer<typeof RunLink>;

/** One batch of a followed run: new frames in order, and how the link stands after them. */
export const RunBatch = z.strictObject({
  frames: z.array(RunFrame),
  link: RunLink,
  end: RunEnd.nullable(),
});
export type RunBatch = z.infer<typeof RunBatch>;

/** A run that the server took. `threadId: null`: a run without a thread. */
export const StartedRun = z.strictObject({ runId: z.string(), threadId: z.string().nullable() });
export type StartedRun = z.infer<typeof StartedRun>;

/** What came of *Stop*: the status that the server reports after the cancel, not the one hoped for (row C-15). */
export const CancelResult = z.strictObject({ status: RunStatus, stopped: z.boolean() });
export type CancelResult = z.infer<typeof CancelResult>;
