import {
  childrenOf,
  readColumn,
  keyAt,
  valueKindOf,
  textAt,
  type StructuralIndex,
} from '../../../../exact-json/structural-index/structural-index.ts';
import { decodeString } from '../../../../exact-json/scan/parse-tree.ts';
import { escapeInvisibleLine } from '../../../../shared/escape-invisible.ts';

/** The status of a to-do, in the words of the tools that write such lists. */
export type TodoStatus = 'pending' | 'in progress' | 'completed' | 'cancelled';

export interface Todo {
  readonly content: string;
  readonly status: TodoStatus;
}

export interface StateFile {
  /** Characters, without those between the lines of a list. */
  readonly length: number;
  /** The values that make up its content: one, or a list of lines. */
  readonly parts: readonly number[];
}

const statuses: ReadonlyMap<string, TodoStatus> = new Map([
  ['pending', 'pending'],
  ['todo', 'pending'],
  ['not_started', 'pending'],
  ['in_progress', 'in progress'],
  ['in-progress', 'in progress'],
  ['in progress', 'in progress'],
  ['completed', 'completed'],
  ['done', 'completed'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
]);

/** A list or a record is recognised by this many of its first values. */
const looksAt = 50;
/** A longer text is no status and no to-do, and a longer key no path. */
const limits = { members: 20, status: 20, content: 2000, path: 500 };

/** A file of more lines is shown as the list that it is. */
const maxLines = 20_000;

/** What was found out about a list or a record, by its index. */
const known = new WeakMap<StructuralIndex, Map<string, boolean>>();

function once(outline: StructuralIndex, question: string, answer: () => boolean): boolean {
  const own = known.get(outline) ?? new Map<string, boolean>();
  known.set(outline, own);
  const before = own.get(question);
  if (before !== undefined) return before;
  const is = answer();
  own.set(question, is);
  return is;
}

/** Whether a value is a list of to-dos: each has a content and a status of such lists, and none is a message. */
export function isTodoList(text: string, outline: StructuralIndex, index: number): boolean {
  if (index < 0 || valueKindOf(outline, index) !== 'array' || readColumn(outline.sizes, index) === 0)
    return false;
  return once(outline, `todos ${index}`, () =>
    firstChildren(outline, index).every((item) => todoAt(text, outline, item) !== null),
  );
}

/** The to-do at an index; `null` if it is not in a list of to-dos. */
export function todoOf(text: string, outline: StructuralIndex, index: number): Todo | null {
  if (valueKindOf(outline, index) !== 'object') return null;
  const list = readColumn(outline.parents, index);
  return isTodoList(text, outline, list) ? todoAt(text, outline, index) : null;
}

/** How many to-dos of a list are completed; `null` for other values and for lists too long to count for a row. */
export function completedOf(text: string, outline: StructuralIndex, index: number): number | null {
  if (!isTodoList(text, outline, index) || readColumn(outline.sizes, index) > 500) return null;
  return childrenOf(outline, index).filter((item) => todoAt(text, outline, item)?.status === 'completed')
    .length;
}

/** Whether a value is a record of files: each key is a path, and each value a text or has one as its content. */
export function isFileRecord(text: string, outline: StructuralIndex, index: number): boolean {
  if (index < 0 || valueKindOf(outline, index) !== 'object' || readColumn(outline.sizes, index) === 0)
    return false;
  return once(outline, `files ${index}`, () =>
    firstChildren(outline, index).every((child) => fileAt(text, outline, child) !== null),
  );
}

/** The file at an index; `null` if it is not in a record of files. */
export function fileOf(text: string, outline: StructuralIndex, index: number): StateFile | null {
  return isFileRecord(text, outline, readColumn(outline.parents, index))
    ? fileAt(text, outline, index)
    : null;
}

/** The whole content of a file. */
export function fileText(text: string, outline: StructuralIndex, { parts }: StateFile): string {
  return parts.map((part) => decodeString(textAt(text, outline, part))).join('\n');
}

function todoAt(text: string, outline: StructuralIndex, index: number): Todo | null {
  const members = membersOf(text, outline, index);
  if (members === null || members.has('type') || members.has('role')) return null;
  const content = shortString(text, outline, members.get('content'), limits.content);
  const word = shortString(text, outline, members.get('status'), limits.status);
  const status = word === null ? undefined : statuses.get(word.toLowerCase());
  if (content === null || status === undefined) return null;
  return { content: escapeInvisibleLine(content), status };
}

/** Ends with a short extension, or names a folder. */
const path = /^\/.|\/[^/]|^[^\s][^\n]*\.[a-z][a-z0-9]{0,9}$/i;

function fileAt(text: string, outline: StructuralIndex, index: number): StateFile | null {
  const key = keyAt(text, outline, index);
  if (key === null || key.length > limits.path || key.includes('://') || !path.test(key)) return null;
  if (valueKindOf(outline, index) === 'string') return fileWith(outline, [index]);
  const content = membersOf(text, outline, index)?.get('content');
  if (content === undefined) return null;
  if (valueKindOf(outline, content) === 'string') return fileWith(outline, [content]);
  if (valueKindOf(outline, content) !== 'array' || readColumn(outline.sizes, content) > maxLines) return null;
  const lines = childrenOf(outline, content);
  return lines.every((line) => valueKindOf(outline, line) === 'string') ? fileWith(outline, lines) : null;
}

function fileWith(outline: StructuralIndex, parts: readonly number[]): StateFile {
  const lengthOf = (part: number): number =>
    readColumn(outline.ends, part) - readColumn(outline.starts, part) - 2;
  return { parts, length: parts.reduce((sum, part) => sum + lengthOf(part), 0) };
}

function membersOf(text: string, outline: StructuralIndex, index: number): Map<string, number> | null {
  if (valueKindOf(outline, index) !== 'object' || readColumn(outline.sizes, index) > limits.members)
    return null;
  return new Map(childrenOf(outline, index).map((child) => [keyAt(text, outline, child) ?? '', child]));
}

function shortString(
  text: string,
  outline: StructuralIndex,
  index: number | undefined,
  maxLength: number,
): string | null {
  if (index === undefined || valueKindOf(outline, index) !== 'string') return null;
  const token = textAt(text, outline, index);
  return token.length - 2 > maxLength ? null : decodeString(token);
}

function firstChildren(outline: StructuralIndex, index: number): number[] {
  const found: number[] = [];
  const end = readColumn(outline.subtreeEnds, index);
  for (let at = index + 1; at < end && found.length < looksAt; at = readColumn(outline.subtreeEnds, at))
    found.push(at);
  return found;
}
