import {
  insertItem,
  moveItem,
  removeItem,
  removeMember,
  renameMember,
  replaceValue,
  setMember,
} from './edit.ts';
import type { JsonPath } from './json-path.ts';
import { parseTree, type JsonNode } from './tree.ts';

/**
 * One edit of a JSON text, as data. `path` leads from the root to the value that is meant; for `insert` to the place
 * that the new value takes (a new key, or the index of the item that it comes before).
 */
export type JsonEdit =
  | { readonly kind: 'set' | 'insert'; readonly path: JsonPath; readonly valueText: string }
  | { readonly kind: 'remove'; readonly path: JsonPath }
  | { readonly kind: 'rename'; readonly path: JsonPath; readonly key: string }
  | { readonly kind: 'move'; readonly path: JsonPath; readonly to: number };

/** What keeps an edit from being made, for example that its value is no longer there. */
export class JsonEditError extends Error {}

/**
 * The text after an edit. Only the bytes of the value that is meant change, and the comma and the space around it where
 * one is added or removed. Throws `JsonEditError`, and `JsonSyntaxError` for a text or a value that is not JSON.
 */
export function applyEdit(text: string, edit: JsonEdit): string {
  const root = parseTree(text);
  if (edit.kind === 'set' || edit.kind === 'insert') parseTree(edit.valueText);
  if (edit.kind === 'set') return replaceValue(text, nodeAt(root, edit.path), edit.valueText);
  const part = edit.path.at(-1);
  if (part === undefined) throw new JsonEditError('The whole text can only be set.');
  return editIn(text, nodeAt(root, edit.path.slice(0, -1)), part, edit);
}

function editIn(
  text: string,
  container: JsonNode,
  part: string | number,
  edit: Exclude<JsonEdit, { kind: 'set' }> | { readonly kind: 'insert'; readonly valueText: string },
): string {
  if (container.type === 'object') {
    const key = String(part);
    const index = onlyMember(container, key, edit.kind);
    if (edit.kind === 'insert') return setMember(text, container, key, edit.valueText);
    if (edit.kind === 'remove') return removeMember(text, container, index);
    if (edit.kind === 'move') throw new JsonEditError('Only the items of an array have an order to change.');
    if (edit.kind !== 'rename') throw new JsonEditError('A value is set, not put into its container.');
    if (edit.key !== key && container.members.some((member) => member.key === edit.key)) {
      throw new JsonEditError(`There is a key "${edit.key}" already.`);
    }
    return renameMember(text, container, index, edit.key);
  }
  if (container.type !== 'array' || typeof part !== 'number') {
    throw new JsonEditError('There is no value in this place any more.');
  }
  const count = container.items.length;
  if (part < 0 || part >= count + (edit.kind === 'insert' ? 1 : 0)) {
    throw new JsonEditError(`The array has ${count} items, so there is none at ${part}.`);
  }
  if (edit.kind === 'insert') return insertItem(text, container, part, edit.valueText);
  if (edit.kind === 'remove') return removeItem(text, container, part);
  if (edit.kind !== 'move') throw new JsonEditError('The items of an array have no names.');
  if (edit.to < 0 || edit.to >= count) throw new JsonEditError(`The array has ${count} items only.`);
  return moveItem(text, container, part, edit.to);
}

/** A key that appears twice can't be told apart by a path (row J-3): such members are edited as text only. */
function onlyMember(container: JsonNode & { type: 'object' }, key: string, kind: JsonEdit['kind']): number {
  const index = container.members.findIndex((member) => member.key === key);
  if (kind === 'insert') {
    if (index >= 0) throw new JsonEditError(`There is a key "${key}" already.`);
    return index;
  }
  if (index < 0) throw new JsonEditError(`There is no key "${key}" any more.`);
  if (container.members.findLastIndex((member) => member.key === key) !== index) {
    throw new JsonEditError(`The key "${key}" appears twice. Edit it as text.`);
  }
  return index;
}

function nodeAt(root: JsonNode, path: JsonPath): JsonNode {
  let node: JsonNode | undefined = root;
  for (const part of path) {
    if (node.type === 'object') node = node.members[onlyMember(node, String(part), 'set')]?.value;
    else if (node.type === 'array' && typeof part === 'number') node = node.items[part];
    else node = undefined;
    if (!node) throw new JsonEditError('There is no value in this place any more.');
  }
  return node;
}
