import {
  childrenOf,
  decodeString,
  isMember,
  pathAt,
  readColumn,
  textAt,
  toJsonPointer,
  validStringEnd,
  valueKindOf,
  type StructuralIndex,
} from 'exact-json';

/** A JSON text with its index. The text is printable: nothing in it is hidden. */
export interface IndexedAnswer {
  readonly text: string;
  readonly index: StructuralIndex;
}

/** A value of a container, shortened, with the range of its children that are in it. */
export interface ContainerPage {
  readonly text: string;
  /** The first child after those that are in it; `null` at the end. */
  readonly next: number | null;
}

// What a container takes at least that is not there in whole, and a leaf beside its pointer, with the beginning of a text.
const minContainerLength = 400;
const minLeafLength = 140;
const maxPointerLength = 200;
const maxKeyLength = 200;
const maxLabelLength = 12;
const maxMoreLength = maxPointerLength + 80;

/**
 * A value in at most `budget` characters of JSON (but for a value that is shorter than its stub), in the shape that it
 * has. Parts that are too long are stubs with their pointer, type and size:
 * `{"$part":"/values/text","type":"string","length":2000000,"starts":"..."}`; children that are left out are counted:
 * `{"$more":"/values/messages","from":12,"to":980}`.
 */
export function outline(answer: IndexedAnswer, value: number, budget: number): string {
  const raw = lengthOf(answer, value);
  if (raw <= budget) return textAt(answer.text, answer.index, value);
  const kind = valueKindOf(answer.index, value);
  if (kind !== 'object' && kind !== 'array') return stub(answer, value, budget);
  const children = childrenOf(answer.index, value);
  const base = pointerLength(answer, value);
  const costs = children.map((child) => minCost(answer, child, base));
  const total = sum(costs);
  const room = budget - 2;
  if (total <= room) return container(answer, value, children, room);
  // A container too small to look into.
  const [front, back] = fittingAtEnds(costs, room - maxMoreLength, kind === 'array');
  if (front + back === 0) return stub(answer, value, budget);
  return container(
    answer,
    value,
    [...children.slice(0, front), ...children.slice(children.length - back)],
    room - maxMoreLength,
    { index: front, text: moreStub(answer, value, kind, front, children.length - back) },
  );
}

/** The children of a container from one on, as many as fit with something to see of each, in at most `budget` characters. */
export function containerPage(
  answer: IndexedAnswer,
  value: number,
  from: number,
  budget: number,
): ContainerPage {
  const children = childrenOf(answer.index, value).slice(from);
  const base = pointerLength(answer, value);
  const costs = children.map((child) => minCost(answer, child, base));
  const room = budget - 2;
  // At least one, so that each page goes on.
  const count = Math.max(1, fittingCount(costs, room));
  const text = container(answer, value, children.slice(0, count), room);
  return { text, next: count < children.length ? from + count : null };
}

/** The decoded text of a string; of other values as it is written. */
export function textOfLeaf({ text, index }: IndexedAnswer, value: number): string {
  const raw = textAt(text, index, value);
  return valueKindOf(index, value) === 'string' ? decodeString(raw) : raw;
}

/** The pointer to a value; `null` if it is too long to repeat. */
export function pointerOf({ text, index }: IndexedAnswer, value: number): string | null {
  const pointer = toJsonPointer(pathAt(text, index, value));
  return JSON.stringify(pointer).length > maxPointerLength ? null : pointer;
}

function lengthOf({ index }: IndexedAnswer, value: number): number {
  return readColumn(index.ends, value) - readColumn(index.starts, value);
}

// `basePointerLength`: of the container that it is in.
function minLength(answer: IndexedAnswer, child: number, basePointerLength: number): number {
  const { index } = answer;
  const kind = valueKindOf(index, child);
  const length = lengthOf(answer, child);
  if (length <= minLeafLength) return length;
  if (kind === 'object' || kind === 'array') return Math.min(length, minContainerLength);
  const label = isMember(index, child) ? keyText(answer, child).length : maxLabelLength;
  return Math.min(length, minLeafLength + Math.min(maxPointerLength, basePointerLength + label));
}

// With its key and a comma.
function minCost(answer: IndexedAnswer, child: number, basePointerLength: number): number {
  return keyText(answer, child).length + 1 + minLength(answer, child, basePointerLength);
}

function pointerLength(answer: IndexedAnswer, value: number): number {
  return JSON.stringify(pointerOf(answer, value)).length;
}

function keyText({ text, index }: IndexedAnswer, child: number): string {
  if (!isMember(index, child)) return '';
  const start = readColumn(index.labels, child);
  const end = validStringEnd(text, start);
  if (end - start <= maxKeyLength) return `${text.slice(start, end)}:`;
  return `${cutString(text, start, maxKeyLength - 4)}…":`;
}

// How many of these fit, from the first.
function fittingCount(costs: readonly number[], room: number): number {
  let used = 0;
  const tooMany = costs.findIndex((cost) => (used += cost) > room);
  return tooMany === -1 ? costs.length : tooMany;
}

// How many of the first and of the last ones fit. What is last in a list is often what matters: the newest message.
function fittingAtEnds(costs: readonly number[], room: number, isArray: boolean): readonly [number, number] {
  if (!isArray) return [fittingCount(costs, room), 0];
  const firstCount = fittingCount(costs, room / 2);
  const used = sum(costs.slice(0, firstCount));
  const lastCount = Math.min(fittingCount(costs.toReversed(), room - used), costs.length - firstCount);
  return [firstCount, lastCount];
}

// A container with some of its children. Each gets what it takes at least, and the rest is shared so that the shortest are whole
// first. `omission`: what stands for those that are left out, and where.
function container(
  answer: IndexedAnswer,
  value: number,
  children: readonly number[],
  room: number,
  omission: { readonly index: number; readonly text: string } | null = null,
): string {
  const base = pointerLength(answer, value);
  let unshared = room - sum(children.map((child) => minCost(answer, child, base)));
  const wants = children
    .map((child) => {
      const least = minLength(answer, child, base);
      return { child, least, want: lengthOf(answer, child) - least };
    })
    .toSorted((a, b) => a.want - b.want);
  const budgets = new Map<number, number>();
  for (const [place, { child, least, want }] of wants.entries()) {
    const share = Math.max(0, Math.min(want, Math.floor(unshared / (wants.length - place))));
    unshared -= share;
    budgets.set(child, least + share);
  }
  const parts = children.map(
    (child) => `${keyText(answer, child)}${outline(answer, child, budgets.get(child) ?? 0)}`,
  );
  if (omission !== null) parts.splice(omission.index, 0, omission.text);
  const [open, close] = valueKindOf(answer.index, value) === 'array' ? ['[', ']'] : ['{', '}'];
  return `${open}${parts.join(',')}${close}`;
}

function moreStub(answer: IndexedAnswer, value: number, kind: string, from: number, to: number): string {
  const text = `{"$more":${JSON.stringify(pointerOf(answer, value))},"from":${from},"to":${to - 1}}`;
  return kind === 'array' ? text : `"$more":${text}`;
}

function stub(answer: IndexedAnswer, value: number, budget: number): string {
  const { text, index } = answer;
  const kind = valueKindOf(index, value);
  const head = `{"$part":${JSON.stringify(pointerOf(answer, value))}`;
  if (kind === 'object') return `${head},"type":"object","members":${sizeOf()},"size":${rawLength()}}`;
  if (kind === 'array') return `${head},"type":"array","items":${sizeOf()},"size":${rawLength()}}`;
  const type = kind === 'deep' ? 'nested' : kind;
  const length = textOfLeaf(answer, value).length;
  const about = `${head},"type":"${type}","length":${length}`;
  const room = budget - about.length - '"starts":"…"}'.length - 2;
  if (kind !== 'string' || room <= 0) return `${about}}`;
  return `${about},"starts":${cutString(text, readColumn(index.starts, value), room)}…"}`;

  function sizeOf(): number {
    return readColumn(index.sizes, value);
  }
  function rawLength(): number {
    return lengthOf(answer, value);
  }
}

// The beginning of a string's token, in whole characters and escapes, without a quote at its end.
function cutString(text: string, start: number, length: number): string {
  const end = start + 1 + length;
  const escape = text.lastIndexOf('\\', end - 1);
  if (escape < end - 5 || escape <= start) return withoutHalf(text.slice(start, end));
  let first = escape;
  while (text.charAt(first - 1) === '\\') first -= 1;
  const beginsEscape = (escape - first) % 2 === 0;
  const escapeEnd = escape + (text.charAt(escape + 1) === 'u' ? 6 : 2);
  return withoutHalf(text.slice(start, beginsEscape && escapeEnd > end ? escape : end));
}

// Without the first half of a character of two units.
function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
