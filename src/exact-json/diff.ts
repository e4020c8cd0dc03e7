import { lastByKey, samePlaced, type Placed } from './compare.ts';
import { parseTree, type JsonArrayNode, type JsonNode, type JsonObjectNode } from './tree.ts';

/** Where a value lies: keys and array indexes from the root. For a removed item the index that it had before. */
export type JsonPath = readonly (string | number)[];

/** One difference; texts are verbatim. `before` is `null` for what was added, `after` for what was removed. */
export interface JsonDifference {
  readonly path: JsonPath;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The differences between two JSON texts, deepest values first reported where they are. Equal ends of arrays are
 * matched first, so that an item put in front, in the middle or behind is one difference and not a shift of all.
 */
export function diffJson(before: string, after: string): JsonDifference[] {
  const found: JsonDifference[] = [];
  compare({ text: before, node: parseTree(before) }, { text: after, node: parseTree(after) }, [], found);
  return found;
}

/** Deeper values are compared as one: nobody reads such a path, and recursion has an end (row J-8). */
const deepestPath = 1000;

function compare(a: Placed, b: Placed, path: JsonPath, found: JsonDifference[]): void {
  const deeper = path.length < deepestPath;
  if (deeper && a.node.type === 'object' && b.node.type === 'object') {
    compareObjects(a.text, a.node, b.text, b.node, path, found);
  } else if (deeper && a.node.type === 'array' && b.node.type === 'array') {
    compareArrays(a.text, a.node, b.text, b.node, path, found);
  } else if (!samePlaced(a, b)) {
    found.push({ path, kind: 'changed', before: textOf(a.text, a.node), after: textOf(b.text, b.node) });
  }
}

function compareObjects(
  aText: string,
  a: JsonObjectNode,
  bText: string,
  b: JsonObjectNode,
  path: JsonPath,
  found: JsonDifference[],
): void {
  const old = lastByKey(a.members);
  const now = lastByKey(b.members);
  for (const [key, node] of old) {
    const other = now.get(key);
    if (other) compare({ text: aText, node }, { text: bText, node: other }, [...path, key], found);
    else found.push({ path: [...path, key], kind: 'removed', before: textOf(aText, node), after: null });
  }
  for (const [key, node] of now) {
    if (old.has(key)) continue;
    found.push({ path: [...path, key], kind: 'added', before: null, after: textOf(bText, node) });
  }
}

function compareArrays(
  aText: string,
  a: JsonArrayNode,
  bText: string,
  b: JsonArrayNode,
  path: JsonPath,
  found: JsonDifference[],
): void {
  const sameAt = (left: number, right: number): boolean => {
    const x = a.items[left];
    const y = b.items[right];
    return (
      x !== undefined && y !== undefined && samePlaced({ text: aText, node: x }, { text: bText, node: y })
    );
  };
  const shorter = Math.min(a.items.length, b.items.length);
  let head = 0;
  while (head < shorter && sameAt(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && sameAt(a.items.length - 1 - tail, b.items.length - 1 - tail)) tail += 1;

  const old = a.items.slice(head, a.items.length - tail);
  const now = b.items.slice(head, b.items.length - tail);
  for (let index = 0; index < Math.max(old.length, now.length); index += 1) {
    const x = old[index];
    const y = now[index];
    const at = [...path, head + index];
    if (x && y) compare({ text: aText, node: x }, { text: bText, node: y }, at, found);
    else if (x) found.push({ path: at, kind: 'removed', before: textOf(aText, x), after: null });
    else if (y) found.push({ path: at, kind: 'added', before: null, after: textOf(bText, y) });
  }
}

function textOf(text: string, node: JsonNode): string {
  return text.slice(node.start, node.end);
}
