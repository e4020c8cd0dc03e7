import { formatJson } from '../scan/format.ts';
import { skipSpace, stringEnd } from '../scan/scanner.ts';

/** Where a value lies in its text; the nodes of `parseTree` are such. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An object with where its values lie. */
export interface ObjectSpan extends Span {
  readonly members: readonly { readonly key: string; readonly value: Span }[];
}

/** An array with where its items lie. */
export interface ArraySpan extends Span {
  readonly items: readonly Span[];
}

/** The text with one value in the place of another. Every other byte stays. */
export function replaceValue(text: string, node: Span, valueText: string): string {
  return text.slice(0, node.start) + laidOut(text, node.start, valueText) + text.slice(node.end);
}

/** The text with a member of an object set: the last one of that key is replaced, else it is added at the end. */
export function setMember(text: string, object: ObjectSpan, key: string, valueText: string): string {
  const known = object.members.findLast((member) => member.key === key);
  if (known) return replaceValue(text, known.value, valueText);
  const last = object.members.at(-1);
  const place = spaceForNext(
    text,
    object,
    object.members.map(({ value }) => value),
  );
  const colon = last && text.charAt(last.value.start - 1) === ':' ? ':' : ': ';
  return insert(
    text,
    place,
    (at) => `${JSON.stringify(key)}${colon}${laidOut(text, at, valueText, place.indent)}`,
  );
}

/** The text without one member of an object, and without the comma that it had. */
export function removeMember(text: string, object: ObjectSpan, index: number): string {
  return without(
    text,
    object,
    object.members.map(({ value }) => value),
    index,
  );
}

/** The text with one more item at the end of an array. */
export function appendItem(text: string, array: ArraySpan, valueText: string): string {
  const place = spaceForNext(text, array, array.items);
  return insert(text, place, (at) => laidOut(text, at, valueText, place.indent));
}

/** The text with one more item before the item at `index`; behind the last one if there is none. */
export function insertItem(text: string, array: ArraySpan, index: number, valueText: string): string {
  const next = array.items[index];
  if (!next) return appendItem(text, array, valueText);
  const before = array.items[index - 1];
  const space = text.slice(before ? afterComma(text, before.end) : array.start + 1, next.start);
  const value = laidOut(text, next.start, valueText, indentIn(space));
  return `${text.slice(0, next.start)}${value},${space || ' '}${text.slice(next.start)}`;
}

/** The text with an item of an array at another place; the spaces and commas between the places stay. */
export function moveItem(text: string, array: ArraySpan, from: number, to: number): string {
  const order = array.items.map(({ start, end }) => text.slice(start, end));
  const [item = ''] = order.splice(from, 1);
  order.splice(to, 0, item);
  let moved = '';
  let copied = 0;
  for (const [at, { start, end }] of array.items.entries()) {
    moved += text.slice(copied, start) + (order[at] ?? '');
    copied = end;
  }
  return moved + text.slice(copied);
}

/** The text with another key for a member of an object; its value stays as it is. */
export function renameMember(text: string, object: ObjectSpan, index: number, key: string): string {
  const before = object.members[index - 1];
  const start = skipSpace(text, before ? afterComma(text, before.value.end) : object.start + 1);
  return text.slice(0, start) + JSON.stringify(key) + text.slice(stringEnd(text, start));
}

/** The text without one item of an array. */
export function removeItem(text: string, array: ArraySpan, index: number): string {
  return without(text, array, array.items, index);
}

/** The text with two items of an array in each other's place; what stands between them stays. */
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
  /** What a line in this container begins with; `null` where all is on one line. */
  readonly indent: string | null;
}

/** Where the next value of a container goes, written as the others are: on a line of its own, or behind a comma. */
function spaceForNext(text: string, container: Span, values: readonly Span[]): Gap {
  const last = values.at(-1);
  if (last) {
    const from =
      values.length > 1 ? afterComma(text, values.at(-2)?.end ?? container.start) : container.start + 1;
    const space = text.slice(from, skipSpace(text, from));
    const lead = values.length === 1 && space === '' ? ' ' : space;
    return { from: last.end, to: last.end, before: `,${lead}`, after: '', indent: indentIn(space) };
  }
  const own = indentOfLine(text, container.start);
  const inner = container.end - 1;
  // A root is laid out as the studio lays JSON out; what is inside others follows them.
  const onLines = container.start === skipSpace(text, 0) || text.includes('\n');
  if (!onLines) return { from: container.start + 1, to: inner, before: '', after: '', indent: null };
  const indent = `${own}  `;
  return { from: container.start + 1, to: inner, before: `\n${indent}`, after: `\n${own}`, indent };
}

function insert(text: string, gap: Gap, write: (at: number) => string): string {
  return text.slice(0, gap.from) + gap.before + write(gap.from) + gap.after + text.slice(gap.to);
}

function without(text: string, container: Span, values: readonly Span[], index: number): string {
  const value = values[index];
  if (!value) return text;
  if (values.length === 1) return text.slice(0, container.start + 1) + text.slice(container.end - 1);
  const before = values[index - 1];
  // The last one takes the comma before it along, all others the comma behind them.
  if (before && index === values.length - 1) return text.slice(0, before.end) + text.slice(value.end);
  const start = before ? afterComma(text, before.end) : container.start + 1;
  return text.slice(0, start) + text.slice(afterComma(text, value.end));
}

function afterComma(text: string, from: number): number {
  return skipSpace(text, from) + 1;
}

/** A value of several lines, moved to the indent of its place. A value of one line stays as it is. */
function laidOut(text: string, at: number, valueText: string, indent?: string | null): string {
  const trimmed = valueText.trim();
  if (!/^[[{]/.test(trimmed) || !trimmed.includes('\n')) return trimmed;
  const lead = indent === undefined ? indentOfLine(text, at) : indent;
  return lead === null ? trimmed : formatJson(trimmed).replaceAll('\n', `\n${lead}`);
}

function indentIn(space: string): string | null {
  const line = space.lastIndexOf('\n');
  return line < 0 ? null : space.slice(line + 1);
}

function indentOfLine(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}
