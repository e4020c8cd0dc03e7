import { compactJson } from './format.ts';
import { memberTexts } from './object-members.ts';
import {
  childrenOf,
  keyAt,
  valueKindOf,
  buildIndex,
  textAt,
  type StructuralIndex,
} from './structural-index.ts';
import { decodeString, type JsonMember, type JsonNode, parseTree } from './parse-tree.ts';

export interface NodeInText {
  readonly text: string;
  readonly node: JsonNode;
}

/**
 * Whether two JSON texts are equal up to whitespace, key order and string escapes. The spelling of numbers
 * counts (`1.0` is not `1`: Python tells them apart).
 */
export function sameJson(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [compactJson(a), compactJson(b)];
  return left === right || sameIndexed(left, buildIndex(left), right, buildIndex(right));
}

// `sameJson` without a tree, which takes much longer for large texts.
function sameIndexed(a: string, left: StructuralIndex, b: string, right: StructuralIndex): boolean {
  const pairs: [number, number][] = [[0, 0]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [x, y] = pair;
    const [text, other] = [textAt(a, left, x), textAt(b, right, y)];
    if (text === other) continue;
    const kind = valueKindOf(left, x);
    if (kind !== valueKindOf(right, y)) return false;
    if (kind === 'object') {
      const leftMembers = membersByKey(a, left, x);
      const others = membersByKey(b, right, y);
      if (leftMembers.size !== others.size) return false;
      for (const [key, child] of leftMembers) {
        const partner = others.get(key);
        if (partner === undefined) return false;
        pairs.push([child, partner]);
      }
    } else if (kind === 'array') {
      const items = childrenOf(left, x);
      const others = childrenOf(right, y);
      if (items.length !== others.length) return false;
      for (const [index, item] of items.entries()) pairs.push([item, others[index] ?? -1]);
    } else if (kind === 'deep') {
      // Compares another batch of levels.
      if (!sameJson(text, other)) return false;
    } else if (kind !== 'string' || decodeString(text) !== decodeString(other)) {
      return false;
    }
  }
  return true;
}

function membersByKey(text: string, structuralIndex: StructuralIndex, index: number): Map<string, number> {
  return new Map(
    childrenOf(structuralIndex, index).map((child) => [keyAt(text, structuralIndex, child) ?? '', child]),
  );
}

// `sameJson` for parsed parts of texts.
export function sameNode(a: NodeInText, b: NodeInText): boolean {
  const pairs: [JsonNode, JsonNode][] = [[a.node, b.node]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left.type === 'object' && right.type === 'object') {
      const others = lastByKey(right.members);
      const lastLeftMembers = lastByKey(left.members);
      if (lastLeftMembers.size !== others.size) return false;
      for (const [key, value] of lastLeftMembers) {
        const other = others.get(key);
        if (!other) return false;
        pairs.push([value, other]);
      }
    } else if (left.type === 'array' && right.type === 'array') {
      if (left.items.length !== right.items.length) return false;
      for (const [index, item] of left.items.entries()) {
        const other = right.items[index];
        if (other) pairs.push([item, other]);
      }
    } else if (left.type !== right.type || !sameToken(a.text, left, b.text, right)) {
      return false;
    }
  }
  return true;
}

/** Members by key; the last one of duplicate keys wins, as in `JSON.parse`. */
export function lastByKey(members: readonly JsonMember[]): Map<string, JsonNode> {
  return new Map(members.map(({ key, value }) => [key, value]));
}

function sameToken(aText: string, a: JsonNode, bText: string, b: JsonNode): boolean {
  const aToken = aText.slice(a.start, a.end);
  const bToken = bText.slice(b.start, b.end);
  if (aToken === bToken) return true;
  return a.type === 'string' && decodeString(aToken) === decodeString(bToken);
}

/** A top-level key whose value differs, with its new text. */
export interface ChangedMember {
  readonly key: string;
  readonly valueText: string;
}

/** Changed top-level keys between two object texts, compared with `sameJson`. */
export function changedMembers(
  before: string,
  after: string,
): { readonly changed: readonly ChangedMember[]; readonly removed: readonly string[] } {
  const oldMembers = new Map(memberTexts(before).map(({ key, text }) => [key, text]));
  const newMembers = new Map(memberTexts(after).map(({ key, text }) => [key, text]));
  const changed: ChangedMember[] = [];
  for (const [key, valueText] of newMembers) {
    const oldText = oldMembers.get(key);
    if (oldText === undefined || !sameJson(oldText, valueText)) changed.push({ key, valueText });
  }
  return { changed, removed: [...oldMembers.keys()].filter((key) => !newMembers.has(key)) };
}

/**
 * Whether `whole` contains `part`: each object member of `part` is in the object of `whole` at the same path,
 * at any depth; anything else, including lists, must be equal (as in `sameJson`).
 */
export function containsJson(whole: string, part: string): boolean {
  const pairs: [JsonNode, JsonNode][] = [[parseTree(whole), parseTree(part)]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [there, onlyKind] = pair;
    if (onlyKind.type === 'object' && there.type === 'object') {
      const members = lastByKey(there.members);
      for (const [key, value] of lastByKey(onlyKind.members)) {
        const node = members.get(key);
        if (!node) return false;
        pairs.push([node, value]);
      }
    } else if (!sameNode({ text: whole, node: there }, { text: part, node: onlyKind })) {
      return false;
    }
  }
  return true;
}
