import { decodeString, type JsonNode } from '../../exact-json/tree.ts';

/** One visible line of the state tree. */
export interface TreeRow {
  /** JSON Pointer of the value (RFC 6901); of two members with one key the second gets `#2` behind it. */
  readonly pointer: string;
  readonly depth: number;
  /** The key or the index; `null` for the root. */
  readonly label: string | null;
  readonly inArray: boolean;
  readonly node: JsonNode;
  readonly open: boolean;
  /** Number of members or items; `null` for a leaf. */
  readonly children: number | null;
}

/** Which values are open. What the user did not touch is open down to a depth. */
export interface Folding {
  readonly openDepth: number;
  /** Values that the user opened (true) or closed (false), by pointer. */
  readonly chosen: ReadonlyMap<string, boolean>;
}

/** A container with more children than this starts closed: a list of thousands is opened on purpose. */
const opensByItself = 100;

/** What lies deeper is shown as text: nobody folds a thousand levels (row J-8). */
const deepestLevel = 1000;

/** The visible lines of a tree, in order. Costs one step per visible line, whatever is folded away. */
export function treeRows(root: JsonNode, folding: Folding): TreeRow[] {
  const rows: TreeRow[] = [];
  // A stack instead of recursion: depth is the server's choice (row J-8).
  const todo: Omit<TreeRow, 'open' | 'children'>[] = [
    { pointer: '', depth: 0, label: null, inArray: false, node: root },
  ];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { node, pointer, depth } = next;
    const children = depth < deepestLevel ? childCount(node) : null;
    const open = children !== null && children > 0 && isOpen(pointer, depth, children, folding);
    rows.push({ ...next, open, children });
    if (!open) continue;
    for (const child of childRows(node, pointer, depth + 1).toReversed()) todo.push(child);
  }
  return rows;
}

/** Whether a container is open under this folding. */
function isOpen(pointer: string, depth: number, children: number, { openDepth, chosen }: Folding): boolean {
  return chosen.get(pointer) ?? (depth < openDepth && children <= opensByItself);
}

function childCount(node: JsonNode): number | null {
  if (node.type === 'object') return node.members.length;
  if (node.type === 'array') return node.items.length;
  return null;
}

function childRows(node: JsonNode, parent: string, depth: number): Omit<TreeRow, 'open' | 'children'>[] {
  if (node.type === 'array') {
    return node.items.map((item, index) => {
      return { pointer: `${parent}/${index}`, depth, label: String(index), inArray: true, node: item };
    });
  }
  if (node.type !== 'object') return [];
  const seen = new Map<string, number>();
  return node.members.map(({ key, value }) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const own = `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return {
      pointer: times === 1 ? own : `${own}#${times}`,
      depth,
      label: key,
      inArray: false,
      node: value,
    };
  });
}

/** Longest piece of a text that a line shows; the whole is one click away. */
const previewLength = 300;

/** A leaf as a line shows it: strings decoded and cut, numbers and literals exactly as the server wrote them. */
export function leafPreview(text: string, node: JsonNode): { readonly shown: string; readonly more: number } {
  if (node.type !== 'string') {
    const end = Math.min(node.end, node.start + previewLength);
    return { shown: text.slice(node.start, end), more: node.end - end };
  }
  const length = node.end - node.start - 2;
  if (length <= previewLength) return { shown: showString(text.slice(node.start, node.end)), more: 0 };
  // Cut in the token, then step back out of a half escape, so that a text of megabytes is never decoded for one line.
  let cut = node.start + 1 + previewLength;
  const escape = text.lastIndexOf('\\', cut - 1);
  if (escape > cut - 6) cut = escapeStart(text, escape);
  return { shown: showString(`${text.slice(node.start, cut)}"`), more: node.end - 1 - cut };
}

/** The first of the backslashes that lead up to `at`. */
function escapeStart(text: string, at: number): number {
  let start = at;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return start;
}

/** A string on one line: control characters and lone surrogates made visible (rows J-5, J-6, U-5). */
function showString(token: string): string {
  return JSON.stringify(decodeString(token)).replaceAll(
    /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g,
    (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
