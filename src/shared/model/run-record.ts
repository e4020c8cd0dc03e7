import { z } from 'zod';
import { Run } from './run.ts';

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
