import { z } from 'zod';
import {
  LangsmithAccess,
  LangsmithAccessDraft,
  LangsmithDatasetPage,
  LangsmithExamplePage,
} from '../model/langsmith.ts';
import { call } from '../rpc/contract-types.ts';
import { nothing, onRun } from './call-inputs.ts';

const offset = z.int().min(0).max(1_000_000);

/**
 * Calls of the contract about datasets in LangSmith. Nothing is sent without a key that the user entered: those that
 * ask LangSmith fail with `unauthorized` without one, and with `secret-locked` if it can't be read.
 */
export const langsmithCalls = {
  'langsmith.access': call(nothing, LangsmithAccess),
  /** Fails with `invalid-input` (`details.where`), `secret-locked` or `storage`, and changes nothing then. */
  'langsmith.save': call(z.strictObject({ draft: LangsmithAccessDraft }), LangsmithAccess),
  /** Deletes the key and the address. */
  'langsmith.forget': call(nothing, LangsmithAccess),
  /**
   * The web address of a run's trace, as LangSmith says it. Fails with `unsupported` if the server does not say the
   * project, and with `not-found` if LangSmith does not have it for this key.
   */
  'langsmith.traceAddress': call(onRun, z.strictObject({ url: z.string() })),
  /** Opens it in the browser of this computer. */
  'langsmith.openTrace': call(onRun, z.strictObject({ url: z.string() })),
  /** Datasets whose name contains a text. */
  'langsmith.datasets': call(z.strictObject({ text: z.string().max(500), offset }), LangsmithDatasetPage),
  'langsmith.examples': call(
    z.strictObject({ datasetId: z.string().max(200), offset }),
    LangsmithExamplePage,
  ),
};
