import { z } from 'zod';
import { ThreadStatus } from './thread.ts';
import { RunStatus } from './run.ts';
import { maxInputFiles } from './input-file.ts';

/** Experiments that are kept, and the rows of all of them together; the oldest are forgotten first. */
export const maxExperiments = 40;
export const maxExperimentRows = 100_000;
/** Inputs that are run without files: rows of a table, and UTF-16 units of all of them. */
export const maxInputRows = maxInputFiles;
export const maxInputRowLength = 5_000_000;
/** Checks of a table, and UTF-16 units of each. */
const maxChecks = 100;
const maxCheckLength = 100_000;
/** How often each input may run on each assistant. */
export const maxRepetitions = 100;
/** Rows of one answer. */
export const maxRowsAtOnce = 500;

/** What a check came to. What is not known never passes. */
export const CheckOutcome = z.enum(['passed', 'failed', 'unknown']);
export type CheckOutcome = z.infer<typeof CheckOutcome>;

/**
 * The result of a check with a score.
 *
 * - `name`: Equal for checks whose scores belong together.
 * - `value: null`: unknown, for the reason of the check.
 * - `atLeast: null`: it is only noted.
 * - `run`: That of the judge, if it had one.
 */
export const CheckScore = z.strictObject({
  name: z.string(),
  value: z.number().nullable(),
  atLeast: z.number().nullable(),
  run: z.strictObject({ connectionId: z.string(), threadId: z.string(), runId: z.string() }).nullable(),
});
export type CheckScore = z.infer<typeof CheckScore>;

/** `label`: what the check wants; `reason`: what was found. For display, truncated if long. */
export const CheckResult = z.strictObject({
  label: z.string(),
  outcome: CheckOutcome,
  reason: z.string(),
  score: CheckScore.nullable(),
});
export type CheckResult = z.infer<typeof CheckResult>;

/**
 * How the run of a row ended, and what its checks came to.
 *
 * - `status: null`: the server no longer has the run.
 * - `outcome`: Outcome of all checks and the run. A failed run passes only if a check wants it to.
 * - `ending`: How its run ended; `null` if unknown, or if an older version stored the result.
 * - `outputText`: The values that its run left as JSON, truncated if long; `null` if they could not be read.
 * - `fingerprint`: Equal for equal values, without IDs and metadata of messages; `null` if unknown.
 * - `ms`: Known if a check asks for it.
 */
export const ExperimentResult = z.strictObject({
  status: RunStatus.nullable(),
  threadStatus: ThreadStatus,
  outcome: CheckOutcome,
  checks: z.array(CheckResult),
  ending: z.enum(['finished', 'waiting', 'failed']).nullable(),
  outputText: z.string().nullable(),
  fingerprint: z.string().nullable(),
  error: z.string().nullable(),
  ms: z.number().nullable(),
  tokens: z.number().nullable(),
});
export type ExperimentResult = z.infer<typeof ExperimentResult>;

/**
 * A server's assistant that runs the inputs. `version`: its latest when the experiment was started, or if `isPinned` the
 * one that was chosen, whose settings the runs get.
 */
export const ExperimentTarget = z.strictObject({
  connectionId: z.string(),
  serverName: z.string(),
  assistantId: z.string(),
  assistantName: z.string(),
  graphId: z.string(),
  version: z.number().nullable(),
  isPinned: z.boolean(),
});
export type ExperimentTarget = z.infer<typeof ExperimentTarget>;

/**
 * What is known of a row apart from its place.
 *
 * - `threadId: null`: not sent.
 * - `runId: null`: not started, because of `problem` if there is one.
 * - `revision`: The revision of the input that was sent.
 * - `result: null`: not ended, as far as known.
 */
export const ExperimentRowState = z.strictObject({
  threadId: z.string().nullable(),
  runId: z.string().nullable(),
  revision: z.string().nullable(),
  problem: z.string().nullable(),
  result: ExperimentResult.nullable(),
});
export type ExperimentRowState = z.infer<typeof ExperimentRowState>;

/**
 * A row: one input on one assistant. `index` is unique in its experiment.
 *
 * - `path`: The file of its input, or for rows without files their number and beginning: `#2 {"topic": "tides"}`.
 * - `repetition`: Which of the runs of this input on this assistant it is, from 1.
 * - `target`: Index of its target.
 * - `changed`: Whether the output differs from that of the last table; `null`: there is none, or it is unknown.
 */
export const ExperimentRow = ExperimentRowState.extend({
  index: z.int().nonnegative(),
  path: z.string(),
  repetition: z.int().min(1),
  target: z.int().nonnegative(),
  changed: z.boolean().nullable(),
});
export type ExperimentRow = z.infer<typeof ExperimentRow>;

/** Rows by what became of them. `refused`: not started, with a reason. `finished`: Without checks: as their runs ended. */
export const ExperimentCounts = z.strictObject({
  rows: z.int(),
  unsent: z.int(),
  refused: z.int(),
  active: z.int(),
  passed: z.int(),
  failed: z.int(),
  unknown: z.int(),
  finished: z.int(),
  waiting: z.int(),
  stopped: z.int(),
  changed: z.int(),
});
export type ExperimentCounts = z.infer<typeof ExperimentCounts>;

/**
 * Inputs that were run on assistants, each on a thread of its own, and are checked if they have checks.
 *
 * - `createdAt`: ISO 8601, by this computer's clock.
 * - `inputsConnectionId`: The server whose folder has the inputs; `null` for inputs without files.
 * - `atOnce`: Runs of an assistant at a time; `null`: the server's queue decides, which gets a bounded number of them.
 * - `sendingTo`: Servers that rows are being handed over to, or that are asked what became of them.
 * - `problem`: What could not be done lately and why, as sentences: rows started, results read, or results saved. `null` if
 *   all could.
 */
export const Experiment = z.strictObject({
  experimentId: z.uuid(),
  name: z.string(),
  createdAt: z.string(),
  inputsConnectionId: z.string().nullable(),
  atOnce: z.int().min(1).nullable(),
  targets: z.array(ExperimentTarget),
  counts: ExperimentCounts,
  sendingTo: z.array(z.string()),
  problem: z.string().nullable(),
  revision: z.int(),
});
export type Experiment = z.infer<typeof Experiment>;

/** `experiments`: newest first. `problem`: which are missing, as they can't be read now, as sentences; `null` if none is. */
export const ExperimentList = z.strictObject({
  experiments: z.array(Experiment),
  problem: z.string().nullable(),
});

export const ExperimentInputs = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('files'),
    connectionId: z.string(),
    paths: z.array(z.string().max(1000)).min(1).max(maxInputFiles),
  }),
  z.strictObject({
    kind: z.literal('rows'),
    inputs: z.array(z.string().max(maxInputRowLength)).min(1).max(maxInputRows),
    // Of every row, each as a file of an input has it.
    checks: z.array(z.string().max(maxCheckLength)).max(maxChecks).optional(),
  }),
]);
export type ExperimentInputs = z.infer<typeof ExperimentInputs>;

export const ExperimentFilter = z.enum(['all', 'open', 'passed', 'failed', 'unknown', 'changed']);
export type ExperimentFilter = z.infer<typeof ExperimentFilter>;

export const ExperimentRows = z.strictObject({
  rows: z.array(ExperimentRow),
  total: z.int(),
});
export type ExperimentRows = z.infer<typeof ExperimentRows>;

/** `unsent`: rows that were not sent. `failed`: runs whose cancellation was refused or not answered. */
export const ExperimentStop = z.strictObject({ unsent: z.int(), cancelled: z.int(), failed: z.int() });
export type ExperimentStop = z.infer<typeof ExperimentStop>;

/**
 * The outputs of a row and of the last table, without IDs and metadata of messages; `null` if unknown.
 *
 * - `beforeAt`: When the last table was started; `null` without one.
 */
export const ExperimentComparison = z.strictObject({
  beforeText: z.string().nullable(),
  afterText: z.string().nullable(),
  beforeAt: z.string().nullable(),
});
export type ExperimentComparison = z.infer<typeof ExperimentComparison>;

/** Scores of one name on one assistant. `standardDeviation`: of a sample; `null` with fewer than two. */
export const ScoreStatistics = z.strictObject({
  count: z.int(),
  unknown: z.int(),
  mean: z.number().nullable(),
  standardDeviation: z.number().nullable(),
  passed: z.int(),
  failed: z.int(),
});
export type ScoreStatistics = z.infer<typeof ScoreStatistics>;

export const ScoreSeries = ScoreStatistics.extend({
  name: z.string(),
  target: z.int().nonnegative(),
  /** The same scores of the same assistant and inputs in earlier experiments, newest first. */
  history: z.array(
    ScoreStatistics.extend({
      experimentId: z.uuid(),
      experimentName: z.string(),
      createdAt: z.string(),
      version: z.number().nullable(),
    }),
  ),
});
export type ScoreSeries = z.infer<typeof ScoreSeries>;

/**
 * How much higher the second of two assistants scores on the same inputs. `low` and `high`: 95 % interval of the mean
 * difference (t, paired by input); `null` with too few inputs to say.
 */
export const ScorePair = z.strictObject({
  name: z.string(),
  first: z.int().nonnegative(),
  second: z.int().nonnegative(),
  inputs: z.int(),
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type ScorePair = z.infer<typeof ScorePair>;

export const ExperimentScores = z.strictObject({ series: z.array(ScoreSeries), pairs: z.array(ScorePair) });
export type ExperimentScores = z.infer<typeof ExperimentScores>;
