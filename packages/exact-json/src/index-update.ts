import { commonPrefixLength, commonSuffixLength } from './common-affixes.ts';
import { readColumn, valueKindOf, buildIndex, type StructuralIndex } from './structural-index.ts';
import { JsonSyntaxError } from './syntax-error.ts';

// More text than this is not parsed synchronously.
const maxPartLength = 1_000_000;
// Deeper containers may be left unindexed, which only a whole index knows.
const deepestPart = 400;

/**
 * Updates the index of a text changed in one place: only the values around the change are parsed, all others
 * are moved. `null` if too much changed or the changed part is not JSON; then {@link buildIndex} says more.
 * `compact` may stay false where it could be true.
 */
export function updateIndex(
  before: string,
  structuralIndex: StructuralIndex,
  after: string,
): StructuralIndex | null {
  const shorter = Math.min(before.length, after.length);
  const head = commonPrefixLength(before, 0, after, 0, shorter);
  const tail = commonSuffixLength(before, before.length, after, after.length, shorter - head);
  const region = regionOf(structuralIndex, head, before.length - tail);
  if (region === null) return null;
  const shift = after.length - before.length;
  const part = partOf(after.slice(region.start, region.end + shift), region.isObject);
  if (
    part === null ||
    (part.firstNonStandardToken < 0 && isBetween(structuralIndex.firstNonStandardToken, region))
  )
    return null;
  // What was replaced may be empty now, and JSON has no empty values between commas.
  if (part.count === 1 && !isAllInside(structuralIndex, region)) return null;
  return spliced(structuralIndex, region, part, shift);
}

// The part to parse again: adjacent values of one container, with everything between them.
interface Region {
  readonly container: number;
  readonly isObject: boolean;
  // The first of these values and the one after the last.
  readonly first: number;
  readonly behind: number;
  readonly start: number;
  readonly end: number;
}

// The smallest part around a change between two offsets; `null` if it is too large, or everything.
function regionOf(structuralIndex: StructuralIndex, from: number, to: number): Region | null {
  let container = innermost(structuralIndex, from);
  while (
    container >= 0 &&
    (readColumn(structuralIndex.starts, container) >= from ||
      readColumn(structuralIndex.ends, container) <= to)
  ) {
    container = readColumn(structuralIndex.parents, container);
  }
  if (container < 0 || readColumn(structuralIndex.depths, container) > deepestPart) return null;
  const isObject = valueKindOf(structuralIndex, container) === 'object';
  const whole = readColumn(structuralIndex.subtreeEnds, container);
  let before = -1;
  let first = container + 1;
  while (first < whole && readColumn(structuralIndex.ends, first) < from) {
    before = first;
    first = readColumn(structuralIndex.subtreeEnds, first);
  }
  let last = -1;
  let next = first;
  while (next < whole && startOf(structuralIndex, next, isObject) <= to) {
    last = next;
    next = readColumn(structuralIndex.subtreeEnds, next);
  }
  let start = last < 0 ? Infinity : startOf(structuralIndex, first, isObject);
  let end = last < 0 ? -1 : readColumn(structuralIndex.ends, last);
  // Where the change extends beyond the values, their neighbours are included.
  if (start > from) {
    start =
      before < 0
        ? readColumn(structuralIndex.starts, container) + 1
        : startOf(structuralIndex, before, isObject);
    first = before < 0 ? container + 1 : before;
  }
  if (end < to) {
    end =
      next < whole ? readColumn(structuralIndex.ends, next) : readColumn(structuralIndex.ends, container) - 1;
    if (next < whole) next = readColumn(structuralIndex.subtreeEnds, next);
  }
  const region = { container, isObject, first, behind: next, start, end };
  return region.end - region.start > maxPartLength ? null : region;
}

// The last container that begins before an offset.
function innermost(structuralIndex: StructuralIndex, offset: number): number {
  let low = 0;
  let high = structuralIndex.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (readColumn(structuralIndex.starts, middle) < offset) low = middle;
    else high = middle - 1;
  }
  const isContainer = readColumn(structuralIndex.kinds, low) <= 1;
  return isContainer ? low : readColumn(structuralIndex.parents, low);
}

// Start of a value, including its key.
function startOf(structuralIndex: StructuralIndex, index: number, isMember: boolean): number {
  return readColumn(isMember ? structuralIndex.labels : structuralIndex.starts, index);
}

// Indexes some values of a container; offsets are shifted by one character.
function partOf(text: string, isObject: boolean): StructuralIndex | null {
  try {
    const part = buildIndex(isObject ? `{${text}}` : `[${text}]`);
    return part.depths.some((depth) => depth > deepestPart) ? null : part;
  } catch (problem) {
    if (problem instanceof JsonSyntaxError) return null;
    throw problem;
  }
}

function isAllInside(structuralIndex: StructuralIndex, { container, first, behind }: Region): boolean {
  return first === container + 1 && behind === readColumn(structuralIndex.subtreeEnds, container);
}

function isBetween(offset: number, { start, end }: Region): boolean {
  return offset >= start && offset < end;
}

function spliced(
  structuralIndex: StructuralIndex,
  region: Region,
  part: StructuralIndex,
  shift: number,
): StructuralIndex {
  const { container, isObject, first, behind } = region;
  const added = part.count - 1;
  const countChange = added - (behind - first);
  const count = structuralIndex.count + countChange;
  const label = isObject ? 0 : first > container + 1 ? readColumn(structuralIndex.labels, first) : 0;
  const items = readColumn(part.sizes, 0) - itemsIn(structuralIndex, first, behind);
  const offset = region.start - 1;

  const updated = resized(structuralIndex, count, first, behind);
  for (let index = container; index >= 0; index = readColumn(structuralIndex.parents, index)) {
    updated.ends[index] = readColumn(structuralIndex.ends, index) + shift;
    updated.subtreeEnds[index] = readColumn(structuralIndex.subtreeEnds, index) + countChange;
  }
  updated.sizes[container] = readColumn(structuralIndex.sizes, container) + items;
  const depth = readColumn(structuralIndex.depths, container);
  for (let from = 1; from <= added; from += 1) {
    const to = first + from - 1;
    const parent = readColumn(part.parents, from);
    const isKey = readColumn(part.kinds, parent) === 0;
    updated.starts[to] = readColumn(part.starts, from) + offset;
    updated.ends[to] = readColumn(part.ends, from) + offset;
    updated.subtreeEnds[to] = readColumn(part.subtreeEnds, from) + first - 1;
    updated.parents[to] = parent === 0 ? container : parent + first - 1;
    updated.labels[to] = readColumn(part.labels, from) + (isKey ? offset : parent === 0 ? label : 0);
    updated.sizes[to] = readColumn(part.sizes, from);
    updated.depths[to] = readColumn(part.depths, from) + depth;
    updated.kinds[to] = readColumn(part.kinds, from);
  }
  for (let to = first + added; to < count; to += 1) {
    const parent = readColumn(updated.parents, to);
    updated.starts[to] = readColumn(updated.starts, to) + shift;
    updated.ends[to] = readColumn(updated.ends, to) + shift;
    updated.subtreeEnds[to] = readColumn(updated.subtreeEnds, to) + countChange;
    const isKey = readColumn(structuralIndex.kinds, parent) === 0;
    if (isKey) updated.labels[to] = readColumn(updated.labels, to) + shift;
    else if (parent === container) updated.labels[to] = readColumn(updated.labels, to) + items;
    if (parent >= behind) updated.parents[to] = parent + countChange;
  }
  return {
    ...updated,
    count,
    compact: structuralIndex.compact && part.compact,
    firstNonStandardToken: oddAfter(structuralIndex, region, part, shift),
  };
}

function itemsIn(structuralIndex: StructuralIndex, first: number, end: number): number {
  let items = 0;
  for (let node = first; node < end; node = readColumn(structuralIndex.subtreeEnds, node)) items += 1;
  return items;
}

// Copies of the columns with some values replaced by another number of them.
function resized(structuralIndex: StructuralIndex, count: number, first: number, end: number) {
  const copied = <T extends Int32Array | Uint16Array | Uint8Array>(from: T, to: T): T => {
    to.set(from.subarray(0, first));
    to.set(from.subarray(end), count - (structuralIndex.count - end));
    return to;
  };
  return {
    starts: copied(structuralIndex.starts, new Int32Array(count)),
    ends: copied(structuralIndex.ends, new Int32Array(count)),
    subtreeEnds: copied(structuralIndex.subtreeEnds, new Int32Array(count)),
    parents: copied(structuralIndex.parents, new Int32Array(count)),
    labels: copied(structuralIndex.labels, new Int32Array(count)),
    sizes: copied(structuralIndex.sizes, new Int32Array(count)),
    depths: copied(structuralIndex.depths, new Uint16Array(count)),
    kinds: copied(structuralIndex.kinds, new Uint8Array(count)),
  };
}

// Position of the first non-standard token after the change.
function oddAfter(
  structuralIndex: StructuralIndex,
  region: Region,
  part: StructuralIndex,
  shift: number,
): number {
  const { firstNonStandardToken } = structuralIndex;
  if (firstNonStandardToken >= 0 && firstNonStandardToken < region.start) return firstNonStandardToken;
  if (part.firstNonStandardToken >= 0) return part.firstNonStandardToken + region.start - 1;
  return firstNonStandardToken < 0 ? -1 : firstNonStandardToken + shift;
}
