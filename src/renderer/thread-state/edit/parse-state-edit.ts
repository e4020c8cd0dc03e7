import {
  compactJson,
  diffJson,
  JsonSyntaxError,
  memberTexts,
  parseTree,
  type ChangedMember,
  type JsonDifference,
} from 'exact-json';
import { truncate } from '../../../shared/truncate.ts';
import { duplicateKeys } from './duplicate-keys.ts';

export interface JsonFault {
  readonly message: string;
  readonly offset: number;
}

export interface ParsedStateEdit {
  readonly fault: JsonFault | null;
  // Only these keys are sent.
  readonly changes: readonly ChangedMember[];
  // Keys that the user deleted. Servers can't delete keys, so these are reported instead of dropped.
  readonly removed: readonly string[];
  readonly differences: readonly JsonDifference[];
}

const unchanged: ParsedStateEdit = { fault: null, changes: [], removed: [], differences: [] };

// Compares an edited text with the state's text. Never throws: a syntax error is part of the result.
export function parseStateEdit(valuesText: string, editedText: string, diff = diffJson): ParsedStateEdit {
  const fault = findFault(editedText) ?? findDuplicate(valuesText, editedText);
  if (fault) return { ...unchanged, fault };
  const differences = diff(valuesText, editedText);
  if (differences.length === 0) return unchanged;
  const keys = new Set(differences.map(({ path }) => path[0]));
  const now = new Map(memberTexts(editedText).map(({ key, text }) => [key, text]));
  const changes = [...now].flatMap(([key, valueText]) => (keys.has(key) ? { key, valueText } : []));
  const removedKeys = differences.filter(({ kind, path }) => kind === 'removed' && path.length === 1);
  return { fault: null, changes, removed: removedKeys.map(({ path }) => String(path[0])), differences };
}

function findFault(text: string): JsonFault | null {
  try {
    if (isObject(text)) return null;
    return { message: 'The state must be an object: { "key": value }', offset: 0 };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { message: error.message, offset: error.offset };
    throw error;
  }
}

const maxKeyLength = 80;

// A key that an object has twice: only the last one counts, so that a change of the other one would be no change. A state that
// its server sent with one may be edited elsewhere.
function findDuplicate(valuesText: string, editedText: string): JsonFault | null {
  if (valuesText === editedText) return null;
  let known: ReadonlySet<string> | null = null;
  for (const { key, path, offset } of duplicateKeys(editedText)) {
    known ??= new Set(Array.from(duplicateKeys(valuesText), (one) => one.path));
    if (known.has(path)) continue;
    const problem = `The key ${truncate(JSON.stringify(key), maxKeyLength)} is in its object twice`;
    return { message: new JsonSyntaxError(problem, editedText, offset).message, offset };
  }
  return null;
}

// Tries the native parser first, which is much faster; our own parser locates the error.
function isObject(text: string): boolean {
  try {
    JSON.parse(text);
    return text.trimStart().startsWith('{');
  } catch {
    return parseTree(text).type === 'object';
  }
}

// Previews the body of the update request, with keys in the order sent.
export function previewBody(
  changes: readonly ChangedMember[],
  asNode: string | null,
  target: { readonly checkpointId: string | null; readonly checkpointNs: string },
): string {
  const members = changes.map(({ key, valueText }) => `${JSON.stringify(key)}:${valueText}`).join(',');
  const values = changes.length === 0 ? 'null' : `{${members}}`;
  const node = asNode === null ? '' : `,"as_node":${JSON.stringify(asNode)}`;
  const id = target.checkpointId === null ? {} : { checkpoint_id: target.checkpointId };
  const checkpoint =
    target.checkpointId === null && target.checkpointNs === ''
      ? ''
      : `,"checkpoint":${JSON.stringify({ checkpoint_ns: target.checkpointNs, ...id })}`;
  return `{"values":${values}${node}${checkpoint}}`;
}

// The changes as sent: drops formatting that the server's text did not have.
export function changesAsSent(
  valuesText: string,
  changes: readonly ChangedMember[],
): readonly ChangedMember[] {
  if (compactJson(valuesText) !== valuesText) return changes;
  return changes.map(({ key, valueText }) => ({ key, valueText: compactJson(valueText) }));
}
