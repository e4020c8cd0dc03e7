import {
  insertItem,
  moveItem,
  removeItem,
  removeMember,
  renameMember,
  replaceValue,
  setMember,
  type TextSpan,
} from './text-edits.ts';
import type { JsonPath } from './json-path.ts';
import {
  childrenOf,
  readColumn,
  keyAt,
  valueKindOf,
  buildIndex,
  type StructuralIndex,
} from './structural-index.ts';
import { parseTree } from './parse-tree.ts';

/**
 * One edit of a JSON text, as data. `path` leads to the value; for `insert`, to the position of the new value
 * (a new key, or the index of the item that it precedes).
 */
export type JsonEdit =
  | { readonly kind: 'set'; readonly path: JsonPath; readonly valueText: string }
  | { readonly kind: 'insert'; readonly path: JsonPath; readonly valueText: string }
  | { readonly kind: 'remove'; readonly path: JsonPath }
  | { readonly kind: 'rename'; readonly path: JsonPath; readonly key: string }
  | { readonly kind: 'move'; readonly path: JsonPath; readonly to: number };

/** Why an edit can't be applied, for example because its value is gone. */
export class JsonEditError extends Error {}

/**
 * Applies an edit. Only the bytes of the value change, and the comma and space around it where one is added
 * or removed. `structuralIndex`: the text's structural index, which makes editing megabytes instant. Throws
 * `JsonEditError`, and `JsonSyntaxError` for invalid JSON.
 */
export function applyEdit(
  text: string,
  edit: JsonEdit,
  structuralIndex: StructuralIndex = buildIndex(text),
): string {
  const indexedText = { text, structuralIndex };
  if (edit.kind === 'set' || edit.kind === 'insert') parseTree(edit.valueText);
  if (edit.kind === 'set')
    return replaceValue(text, spanOf(indexedText, valueAt(indexedText, edit.path)), edit.valueText);
  const part = edit.path.at(-1);
  if (part === undefined) throw new JsonEditError('The whole text can only be set.');
  const container = valueAt(indexedText, edit.path.slice(0, -1));
  const kind = valueKindOf(structuralIndex, container);
  if (kind === 'object') return editInObject(indexedText, container, String(part), edit);
  if (kind === 'array' && typeof part === 'number') return editInArray(indexedText, container, part, edit);
  throw new JsonEditError('There is no value in this place any more.');
}

interface IndexedText {
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
}

type PartEdit = Exclude<JsonEdit, { kind: 'set' }>;

function editInObject(indexedText: IndexedText, container: number, key: string, edit: PartEdit): string {
  const { text, structuralIndex } = indexedText;
  const members = childrenOf(structuralIndex, container).map((child) => ({
    key: keyAt(text, structuralIndex, child) ?? '',
    value: spanOf(indexedText, child),
  }));
  const object = { ...spanOf(indexedText, container), members };
  const index = onlyMember(members, key, edit.kind);
  if (edit.kind === 'insert') return setMember(text, object, key, edit.valueText);
  if (edit.kind === 'remove') return removeMember(text, object, index);
  if (edit.kind === 'move') throw new JsonEditError('Only the items of an array have an order to change.');
  if (edit.key !== key && members.some((member) => member.key === edit.key)) {
    throw new JsonEditError(`There is a key "${edit.key}" already.`);
  }
  return renameMember(text, object, index, edit.key);
}

function editInArray(indexedText: IndexedText, container: number, part: number, edit: PartEdit): string {
  const { text } = indexedText;
  const items = childrenOf(indexedText.structuralIndex, container).map((child) => spanOf(indexedText, child));
  const array = { ...spanOf(indexedText, container), items };
  const count = items.length;
  if (part < 0 || part >= count + (edit.kind === 'insert' ? 1 : 0)) {
    throw new JsonEditError(`The array has ${count} items, so there is none at ${part}.`);
  }
  if (edit.kind === 'insert') return insertItem(text, array, part, edit.valueText);
  if (edit.kind === 'remove') return removeItem(text, array, part);
  if (edit.kind !== 'move') throw new JsonEditError('The items of an array have no names.');
  if (edit.to < 0 || edit.to >= count) throw new JsonEditError(`The array has ${count} items only.`);
  return moveItem(text, array, part, edit.to);
}

// A path can't distinguish duplicate keys: such members are edited as text only.
function onlyMember(
  members: readonly { readonly key: string }[],
  key: string,
  kind: JsonEdit['kind'],
): number {
  const index = members.findIndex((member) => member.key === key);
  if (kind === 'insert') {
    if (index >= 0) throw new JsonEditError(`There is a key "${key}" already.`);
    return index;
  }
  if (index < 0) throw new JsonEditError(`There is no key "${key}" any more.`);
  if (members.findLastIndex((member) => member.key === key) !== index) {
    throw new JsonEditError(`The key "${key}" appears twice. Edit it as text.`);
  }
  return index;
}

function valueAt({ text, structuralIndex }: IndexedText, path: JsonPath): number {
  let value = 0;
  for (const part of path) {
    const children = childrenOf(structuralIndex, value);
    const kind = valueKindOf(structuralIndex, value);
    let child: number | undefined;
    if (kind === 'object') {
      const members = children.map((node) => ({ key: keyAt(text, structuralIndex, node) ?? '' }));
      child = children[onlyMember(members, String(part), 'set')];
    } else if (kind === 'array' && typeof part === 'number') {
      child = children[part];
    }
    if (child === undefined) throw new JsonEditError('There is no value in this place any more.');
    value = child;
  }
  return value;
}

function spanOf({ structuralIndex }: IndexedText, index: number): TextSpan {
  return { start: readColumn(structuralIndex.starts, index), end: readColumn(structuralIndex.ends, index) };
}
