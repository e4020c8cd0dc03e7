import { changedMembers, type ChangedMember } from '../../exact-json/compare.ts';
import { compactJson } from '../../exact-json/format.ts';
import { diffJson, type JsonDifference } from '../../exact-json/diff.ts';
import { JsonSyntaxError } from '../../exact-json/syntax-error.ts';
import { parseTree } from '../../exact-json/tree.ts';

/** A text that is not JSON, with the place of the fault. */
export interface EditFault {
  readonly message: string;
  readonly offset: number;
}

/** What an edited text means for the state that it started from. */
export interface StateEdit {
  readonly fault: EditFault | null;
  /** Only these keys are sent. */
  readonly changes: readonly ChangedMember[];
  /** Keys that the user deleted. A server has no way to delete a key, so these must be said, not dropped. */
  readonly removed: readonly string[];
  readonly differences: readonly JsonDifference[];
}

const unchanged: StateEdit = { fault: null, changes: [], removed: [], differences: [] };

/** Compares an edited text with the state's own text. Never throws: a fault is part of the answer. */
export function readEdit(valuesText: string, editedText: string): StateEdit {
  const fault = findFault(editedText);
  if (fault) return { ...unchanged, fault };
  const { changed, removed } = changedMembers(valuesText, editedText);
  if (changed.length === 0 && removed.length === 0) return unchanged;
  return { fault: null, changes: changed, removed, differences: diffJson(valuesText, editedText) };
}

function findFault(text: string): EditFault | null {
  try {
    if (parseTree(text).type === 'object') return null;
    return { message: 'The state must be an object: { "key": value }', offset: 0 };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { message: error.message, offset: error.offset };
    throw error;
  }
}

/** The body of the update request, as a preview: keys in the order in which they are sent. */
export function previewBody(
  changes: readonly ChangedMember[],
  asNode: string | null,
  place: { readonly checkpointId: string | null; readonly checkpointNs: string },
): string {
  const members = changes.map(({ key, valueText }) => `${JSON.stringify(key)}:${valueText}`).join(',');
  const values = changes.length === 0 ? 'null' : `{${members}}`;
  const node = asNode === null ? '' : `,"as_node":${JSON.stringify(asNode)}`;
  const id = place.checkpointId === null ? {} : { checkpoint_id: place.checkpointId };
  const checkpoint =
    place.checkpointId === null && place.checkpointNs === ''
      ? ''
      : `,"checkpoint":${JSON.stringify({ checkpoint_ns: place.checkpointNs, ...id })}`;
  return `{"values":${values}${node}${checkpoint}}`;
}

/** The changes as they are sent: without the layout of the form where the server's own text had none. */
export function asSent(valuesText: string, changes: readonly ChangedMember[]): readonly ChangedMember[] {
  if (compactJson(valuesText) !== valuesText) return changes;
  return changes.map(({ key, valueText }) => ({ key, valueText: compactJson(valueText) }));
}
