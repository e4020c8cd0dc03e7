import type { ChangedMember } from '../../exact-json/compare.ts';
import { changesAsSent, parseStateEdit, type ParsedStateEdit } from './update/state-edit.ts';
import { unsafeIntegers } from './long-numbers.ts';

/** All that is to be known of an edit before it is sent. Its time grows with the state. */
export interface EditAnalysis {
  readonly edit: ParsedStateEdit;
  /** The changes as they are sent. */
  readonly changes: readonly ChangedMember[];
  /** Whole numbers in them that servers may turn into floats. */
  readonly long: readonly string[];
}

/** Before anything is known. */
export const emptyAnalysis: EditAnalysis = {
  edit: { fault: null, changes: [], removed: [], differences: [] },
  changes: [],
  long: [],
};

/** Reads an edited text against the state that it started from. Never throws. */
export function analyzeEdit(
  valuesText: string,
  editedText: string,
  diff?: Parameters<typeof parseStateEdit>[2],
): EditAnalysis {
  const edit = parseStateEdit(valuesText, editedText, diff);
  const changes = changesAsSent(valuesText, edit.changes);
  return {
    edit,
    changes,
    long: unsafeIntegers(edit.changes),
  };
}
