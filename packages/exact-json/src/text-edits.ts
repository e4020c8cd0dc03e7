import { formatJson } from './format.ts';
import { skipSpace, stringEnd } from './scanner.ts';

// Position of a value in its text; nodes of `parseTree` are such.
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface ObjectSpan extends TextSpan {
  readonly members: readonly { readonly key: string; readonly value: TextSpan }[];
}

export interface ArraySpan extends TextSpan {
  readonly items: readonly TextSpan[];
}

/** Replaces a value. Every other byte stays. */
export function replaceValue(text: string, node: TextSpan, valueText: string): string {
  return text.slice(0, node.start) + laidOut(text, node.start, valueText) + text.slice(node.end);
}

/** Sets a member of an object: replaces the last one of that key, or adds it at the end. */
export function setMember(text: string, object: ObjectSpan, key: string, valueText: string): string {
  const existing = object.members.findLast((member) => member.key === key);
  if (existing) return replaceValue(text, existing.value, valueText);
  const last = object.members.at(-1);
  const space = spaceForNext(
    text,
    object,
    object.members.map(({ value }) => value),
  );
  const colon = last && text.charAt(last.value.start - 1) === ':' ? ':' : ': ';
  return insert(
    text,
    space,
    (offset) => `${JSON.stringify(key)}${colon}${laidOut(text, offset, valueText, space.indent)}`,
  );
}

export function removeMember(text: string, object: ObjectSpan, index: number): string {
  return without(
    text,
    object,
    object.members.map(({ value }) => value),
    index,
  );
}

export function appendItem(text: string, array: ArraySpan, valueText: string): string {
  const space = spaceForNext(text, array, array.items);
  return insert(text, space, (offset) => laidOut(text, offset, valueText, space.indent));
}

// Inserts an item before the one at `index`, or at the end.
export function insertItem(text: string, array: ArraySpan, index: number, valueText: string): string {
  const next = array.items[index];
  if (!next) return appendItem(text, array, valueText);
  const before = array.items[index - 1];
  const space = text.slice(before ? afterComma(text, before.end) : array.start + 1, next.start);
  const value = laidOut(text, next.start, valueText, indentIn(space));
  return `${text.slice(0, next.start)}${value},${space || ' '}${text.slice(next.start)}`;
}

// Moves an item of an array; the spaces and commas in between stay.
export function moveItem(text: string, array: ArraySpan, from: number, to: number): string {
  const order = array.items.map(({ start, end }) => text.slice(start, end));
  const [item = ''] = order.splice(from, 1);
  order.splice(to, 0, item);
  let moved = '';
  let copied = 0;
  for (const [index, { start, end }] of array.items.entries()) {
    moved += text.slice(copied, start) + (order[index] ?? '');
    copied = end;
  }
  return moved + text.slice(copied);
}

// Changes a member's key; its value stays.
export function renameMember(text: string, object: ObjectSpan, index: number, key: string): string {
  const before = object.members[index - 1];
  const start = skipSpace(text, before ? afterComma(text, before.value.end) : object.start + 1);
  return text.slice(0, start) + JSON.stringify(key) + text.slice(stringEnd(text, start));
}

export function removeItem(text: string, array: ArraySpan, index: number): string {
  return without(text, array, array.items, index);
}

/** Swaps two items of an array; what is in between stays. */
export function swapItems(text: string, array: ArraySpan, one: number, other: number): string {
  const first = array.items[Math.min(one, other)];
  const second = array.items[Math.max(one, other)];
  if (!first || !second || first === second) return text;
  return (
    text.slice(0, first.start) +
    text.slice(second.start, second.end) +
    text.slice(first.end, second.start) +
    text.slice(first.start, first.end) +
    text.slice(second.end)
  );
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
  // Indentation of a line in this container; `null` if all is on one line.
  readonly indent: string | null;
}

// Where the next value of a container goes, formatted like the others: on its own line, or after a comma.
function spaceForNext(text: string, container: TextSpan, values: readonly TextSpan[]): Gap {
  const last = values.at(-1);
  if (last) {
    const from =
      values.length > 1 ? afterComma(text, values.at(-2)?.end ?? container.start) : container.start + 1;
    const space = text.slice(from, skipSpace(text, from));
    const lead = values.length === 1 && space === '' ? ' ' : space;
    return { from: last.end, to: last.end, before: `,${lead}`, after: '', indent: indentIn(space) };
  }
  const containerIndent = indentOfLine(text, container.start);
  const inner = container.end - 1;
  // A root is formatted like all of the studio's JSON; its content follows it.
  const onLines = container.start === skipSpace(text, 0) || text.includes('\n');
  if (!onLines) return { from: container.start + 1, to: inner, before: '', after: '', indent: null };
  const indent = `${containerIndent}  `;
  return {
    from: container.start + 1,
    to: inner,
    before: `\n${indent}`,
    after: `\n${containerIndent}`,
    indent,
  };
}

function insert(text: string, gap: Gap, write: (offset: number) => string): string {
  return text.slice(0, gap.from) + gap.before + write(gap.from) + gap.after + text.slice(gap.to);
}

function without(text: string, container: TextSpan, values: readonly TextSpan[], index: number): string {
  const value = values[index];
  if (!value) return text;
  if (values.length === 1) return text.slice(0, container.start + 1) + text.slice(container.end - 1);
  const before = values[index - 1];
  // The last one takes the comma before it along, all others the comma after them.
  if (before && index === values.length - 1) return text.slice(0, before.end) + text.slice(value.end);
  const start = before ? afterComma(text, before.end) : container.start + 1;
  return text.slice(0, start) + text.slice(afterComma(text, value.end));
}

function afterComma(text: string, from: number): number {
  return skipSpace(text, from) + 1;
}

// Indents a value of several lines for its position. A value of one line stays as is.
function laidOut(text: string, offset: number, valueText: string, indent?: string | null): string {
  const trimmed = valueText.trim();
  if (!/^[[{]/.test(trimmed) || !trimmed.includes('\n')) return trimmed;
  const lead = indent === undefined ? indentOfLine(text, offset) : indent;
  return lead === null ? trimmed : formatJson(trimmed).replaceAll('\n', `\n${lead}`);
}

function indentIn(space: string): string | null {
  const line = space.lastIndexOf('\n');
  return line < 0 ? null : space.slice(line + 1);
}

function indentOfLine(text: string, index: number): string {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, index))?.[0] ?? '';
}
