import {
  childrenOf,
  decodeString,
  keyAt,
  memberIndexes,
  readColumn,
  textAt,
  valueKindOf,
  type StructuralIndex,
} from 'exact-json';
import { escapeInvisibleLine } from '../../../shared/escape-invisible.ts';

// The status of a to-do, in the words of the tools that write such lists.
export type TodoStatus = 'pending' | 'in progress' | 'completed' | 'cancelled';

export interface Todo {
  readonly content: string;
  readonly status: TodoStatus;
}

export interface StateFile {
  // Characters, without those between the lines of a list.
  readonly length: number;
  // The values that make up its content: one, or a list of lines.
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

// A list or a record is recognised by this many of its first values.
const looksAt = 50;
// A longer text is no status and no to-do, and a longer key no path.
const limits = { members: 20, status: 20, content: 2000, path: 500 };

// A file of more lines is shown as the list that it is.
const maxLines = 20_000;

// What was found out about a list or a record, by its index.
const recognized = new WeakMap<StructuralIndex, Map<string, boolean>>();

function askOnce(structuralIndex: StructuralIndex, question: string, answer: () => boolean): boolean {
  const answers = recognized.get(structuralIndex) ?? new Map<string, boolean>();
  recognized.set(structuralIndex, answers);
  const before = answers.get(question);
  if (before !== undefined) return before;
  const is = answer();
  answers.set(question, is);
  return is;
}

// Whether a value is a list of to-dos: each has a content and a status of such lists, and none is a message.
export function isTodoList(text: string, structuralIndex: StructuralIndex, index: number): boolean {
  if (
    index < 0 ||
    valueKindOf(structuralIndex, index) !== 'array' ||
    readColumn(structuralIndex.sizes, index) === 0
  )
    return false;
  return askOnce(structuralIndex, `todos ${index}`, () =>
    childrenOf(structuralIndex, index, looksAt).every((item) => todoAt(text, structuralIndex, item) !== null),
  );
}

// The to-do at an index; `null` if it is not in a list of to-dos.
export function todoOf(text: string, structuralIndex: StructuralIndex, index: number): Todo | null {
  if (valueKindOf(structuralIndex, index) !== 'object') return null;
  const list = readColumn(structuralIndex.parents, index);
  return isTodoList(text, structuralIndex, list) ? todoAt(text, structuralIndex, index) : null;
}

// How many to-dos of a list are completed; `null` for other values and for lists too long to count for a row.
export function completedOf(text: string, structuralIndex: StructuralIndex, index: number): number | null {
  if (!isTodoList(text, structuralIndex, index) || readColumn(structuralIndex.sizes, index) > 500)
    return null;
  return childrenOf(structuralIndex, index).filter(
    (item) => todoAt(text, structuralIndex, item)?.status === 'completed',
  ).length;
}

// Whether a value is a record of files: each key is a path, and each value a text or has one as its content.
export function isFileRecord(text: string, structuralIndex: StructuralIndex, index: number): boolean {
  if (
    index < 0 ||
    valueKindOf(structuralIndex, index) !== 'object' ||
    readColumn(structuralIndex.sizes, index) === 0
  )
    return false;
  return askOnce(structuralIndex, `files ${index}`, () =>
    childrenOf(structuralIndex, index, looksAt).every(
      (child) => fileAt(text, structuralIndex, child) !== null,
    ),
  );
}

// The file at an index; `null` if it is not in a record of files.
export function fileOf(text: string, structuralIndex: StructuralIndex, index: number): StateFile | null {
  return isFileRecord(text, structuralIndex, readColumn(structuralIndex.parents, index))
    ? fileAt(text, structuralIndex, index)
    : null;
}

// The whole content of a file.
export function fileText(text: string, structuralIndex: StructuralIndex, { parts }: StateFile): string {
  return parts.map((part) => decodeString(textAt(text, structuralIndex, part))).join('\n');
}

function todoAt(text: string, structuralIndex: StructuralIndex, index: number): Todo | null {
  const members = memberIndexes(text, structuralIndex, index, limits.members);
  if (members === null || members.has('type') || members.has('role')) return null;
  const content = shortString(text, structuralIndex, members.get('content'), limits.content);
  const word = shortString(text, structuralIndex, members.get('status'), limits.status);
  const status = word === null ? undefined : statuses.get(word.toLowerCase());
  if (content === null || status === undefined) return null;
  return { content: escapeInvisibleLine(content), status };
}

// Ends with a short extension, or names a folder.
const path = /^\/.|\/[^/]|^[^\s][^\n]*\.[a-z][a-z0-9]{0,9}$/i;

function fileAt(text: string, structuralIndex: StructuralIndex, index: number): StateFile | null {
  const key = keyAt(text, structuralIndex, index);
  if (key === null || key.length > limits.path || key.includes('://') || !path.test(key)) return null;
  if (valueKindOf(structuralIndex, index) === 'string') return fileWith(structuralIndex, [index]);
  const content = memberIndexes(text, structuralIndex, index, limits.members)?.get('content');
  if (content === undefined) return null;
  if (valueKindOf(structuralIndex, content) === 'string') return fileWith(structuralIndex, [content]);
  if (
    valueKindOf(structuralIndex, content) !== 'array' ||
    readColumn(structuralIndex.sizes, content) > maxLines
  )
    return null;
  const lines = childrenOf(structuralIndex, content);
  return lines.every((line) => valueKindOf(structuralIndex, line) === 'string')
    ? fileWith(structuralIndex, lines)
    : null;
}

function fileWith(structuralIndex: StructuralIndex, parts: readonly number[]): StateFile {
  const lengthOf = (part: number): number =>
    readColumn(structuralIndex.ends, part) - readColumn(structuralIndex.starts, part) - 2;
  return { parts, length: parts.reduce((sum, part) => sum + lengthOf(part), 0) };
}

function shortString(
  text: string,
  structuralIndex: StructuralIndex,
  index: number | undefined,
  maxLength: number,
): string | null {
  if (index === undefined || valueKindOf(structuralIndex, index) !== 'string') return null;
  const token = textAt(text, structuralIndex, index);
  return token.length - 2 > maxLength ? null : decodeString(token);
}
