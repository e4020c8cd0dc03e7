import type { ChangedMember } from '../../exact-json/compare.ts';
import { asSent, readEdit, type StateEdit } from './edit.ts';
import { longNumbers } from './long-numbers.ts';

/** All that is to be known of an edit before it is sent. Its time grows with the state. */
export interface EditReading {
  readonly edit: StateEdit;
  /** The changes as they are sent. */
  readonly changes: readonly ChangedMember[];
  /** Whole numbers in them that servers may turn into floats. */
  readonly long: readonly string[];
}

/** Before anything is known. */
export const nothingRead: EditReading = {
  edit: { fault: null, changes: [], removed: [], differences: [] },
  changes: [],
  long: [],
};

/** Reads an edited text against the state that it started from. Never throws. */
export function readingOf(
  valuesText: string,
  editedText: string,
  diff?: Parameters<typeof readEdit>[2],
): EditReading {
  const edit = readEdit(valuesText, editedText, diff);
  const changes = asSent(valuesText, edit.changes);
  return {
    edit,
    changes,
    long: longNumbers(edit.changes),
  };
}
