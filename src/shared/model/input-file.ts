import { z } from 'zod';

/** Files of one folder, and UTF-16 units of one file. */
export const maxInputFiles = 10_000;
export const maxInputLength = 5_000_000;

/**
 * - `folder`: Absolute, without links. It may not exist yet.
 * - `origin`: Beside the `langgraph.json` of the server's project, or chosen by the user.
 */
export const InputFolder = z.strictObject({
  folder: z.string(),
  origin: z.enum(['project', 'chosen']),
});
export type InputFolder = z.infer<typeof InputFolder>;

/** A file as the list shows it, unread. `path`: Relative to the folder, with `/`. */
export const InputFile = z.strictObject({
  path: z.string(),
  bytes: z.int().nonnegative(),
  changedAt: z.string(),
});
export type InputFile = z.infer<typeof InputFile>;

/** `folder: null`: none was chosen. `isCut`: there are more files than are listed. */
export const InputList = z.strictObject({
  folder: InputFolder.nullable(),
  files: z.array(InputFile),
  isCut: z.boolean(),
});
export type InputList = z.infer<typeof InputList>;

/** What a file says, for a row of the list. `problem`: why it is no input. */
export const InputSummary = z.strictObject({
  path: z.string(),
  graph: z.string().nullable(),
  description: z.string().nullable(),
  checks: z.int().nonnegative(),
  problem: z.strictObject({ message: z.string(), line: z.int(), column: z.int() }).nullable(),
});
export type InputSummary = z.infer<typeof InputSummary>;

/**
 * What a check of an input, or its simulated user (`user`), would reach beyond the server of its run: a program of this computer,
 * an address, or an assistant of another server. It is not done before the user has agreed to exactly this `text`.
 */
export const ExternalCheck = z.strictObject({
  kind: z.enum(['command', 'http', 'judge', 'user']),
  text: z.string(),
});
export type ExternalCheck = z.infer<typeof ExternalCheck>;

/** `folder`: where commands run. */
export const ExternalChecks = z.strictObject({ folder: z.string(), checks: z.array(ExternalCheck) });
export type ExternalChecks = z.infer<typeof ExternalChecks>;

/** A file as read. `revision` changes with each byte. */
export const InputText = z.strictObject({ path: z.string(), text: z.string(), revision: z.string() });
export type InputText = z.infer<typeof InputText>;

/** What became of one file of a bulk action; `problem: null`: done. */
export const InputFileResult = z.strictObject({ path: z.string(), problem: z.string().nullable() });
export type InputFileResult = z.infer<typeof InputFileResult>;

/** What an input is made of. */
export const InputSource = z.discriminatedUnion('kind', [
  /** The input that a run got, with its settings. */
  z.strictObject({ kind: z.literal('run'), threadId: z.string(), runId: z.string() }),
  /** A node's input: the state before it, or what a `Send` gave it (`inputText`). */
  z.strictObject({
    kind: z.literal('node'),
    threadId: z.string(),
    node: z.string(),
    checkpointId: z.string(),
    inputText: z.string().max(maxInputLength).nullable(),
  }),
  /** A checkpoint's state, from which its next nodes run. */
  z.strictObject({ kind: z.literal('checkpoint'), threadId: z.string(), checkpointId: z.string() }),
]);
export type InputSource = z.infer<typeof InputSource>;

/** A regression test that was written beside an input; `path` is relative to the folder of inputs. */
export const SavedTest = z.strictObject({ path: z.string() });
export type SavedTest = z.infer<typeof SavedTest>;

/**
 * An input to save. `notes`: what is kept and what is not, as sentences.
 *
 * - `observedText`: The input with checks that the run took the same path; `null` if the path is unknown.
 * - `recordedText`: The same with a check that it leaves the state that the run left; `null` if that is not known, too
 *   large, or if the thread had a state before.
 */
export const InputDraft = z.strictObject({
  text: z.string(),
  observedText: z.string().nullable(),
  recordedText: z.string().nullable(),
  graph: z.string().nullable(),
  name: z.string(),
  notes: z.array(z.string()),
});
export type InputDraft = z.infer<typeof InputDraft>;
