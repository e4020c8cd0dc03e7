import { z } from 'zod';
import { WindowFailure } from '../../shared/model/window-failure.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

/** The last failure of a window, until its server has been open for a while in another one. */
export const StoredFailure = z.strictObject({ failure: WindowFailure.nullable() });
export type StoredFailure = z.infer<typeof StoredFailure>;

export const windowFailureDocument: DocumentSpec<StoredFailure> = {
  name: 'window-failure',
  version: 1,
  schema: StoredFailure,
  initial: { failure: null },
};
