import { commonPrefixLength, commonSuffixLength } from '../scan/common-affixes.ts';
import { readColumn, valueKindOf, buildIndex, type StructuralIndex } from './structural-index.ts';
import { JsonSyntaxError } from '../scan/syntax-error.ts';

/** More text than this is not parsed synchronously. */
const maxPartLength = 1_000_000;
/** Deeper containers may be left unindexed, which only a whole index knows. */
const deepestPart = 400;

/**
 * Updates the index of a text changed in one place: only the values around the change are parsed, all others
 * are moved. `null` if too much changed or the changed part is not JSON; then {@link buildIndex} says more.
 * `compact` may stay false where it could be true.
 */
export function updateIndex(before: string, outline: StructuralIndex, after: string): StructuralIndex | null {
  const shorter = Math.min(before.length, after.length);
  const head = commonPrefixLength(before, 0, after, 0, shorter);
  const tail = commonSuffixLength(before, before.length, after, after.length, shorter - head);
  const region = regionOf(outline, head, before.length - tail);
  if (region === null) return null;
  const shift = after.length - before.length;
  const part = partOf(after.slice(region.start, region.end + shift), region.isObject);
  if (part === null || (part.firstNonStandardToken < 0 && isBetween(outline.firstNonStandardToken, region)))
    return null;
  // What was replaced may be empty now, and JSON has no empty values between commas.
  if (part.count === 1 && !isAllInside(outline, region)) return null;
  return spliced(outline, region, part, shift);
}

/** The part to parse again: adjacent values of one container, with everything between them. */
interface Region {
  readonly container: number;
  readonly isObject: boolean;
  /** The first of these values and the one after the last. */
  readonly first: number;
  readonly behind: number;
  readonly start: number;
  readonly end: number;
}

/** The smallest part around a change between two offsets; `null` if it is too large, or everything. */
function regionOf(outline: StructuralIndex, from: number, to: number): Region | null {
  let container = innermost(outline, from);
  while (
    container >= 0 &&
    (readColumn(outline.starts, container) >= from || readColumn(outline.ends, container) <= to)
  ) {
    container = readColumn(outline.parents, container);
  }
  if (container < 0 || readColumn(outline.depths, container) > deepestPart) return null;
  const isObject = valueKindOf(outline, container) === 'object';
  const whole = readColumn(outline.subtreeEnds, container);
  let before = -1;
  let first = container + 1;
  while (first < whole && readColumn(outline.ends, first) < from) {
    before = first;
    first = readColumn(outline.subtreeEnds, first);
  }
  let last = -1;
  let next = first;
  while (next < whole && startOf(outline, next, isObject) <= to) {
    last = next;
    next = readColumn(outline.subtreeEnds, next);
  }
  let start = last < 0 ? Infinity : startOf(outline, first, isObject);
  let end = last < 0 ? -1 : readColumn(outline.ends, last);
  // Where the change extends beyond the values, their neighbours are included.
  if (start > from) {
    start = before < 0 ? readColumn(outline.starts, container) + 1 : startOf(outline, before, isObject);
    first = before < 0 ? container + 1 : before;
  }
  if (end < to) {
    end = next < whole ? readColumn(outline.ends, next) : readColumn(outline.ends, container) - 1;
    if (next < whole) next = readColumn(outline.subtreeEnds, next);
  }
  const region = { container, isObject, first, behind: next, start, end };
  return region.end - region.start > maxPartLength ? null : region;
}

/** The last container that begins before an offset. */
function innermost(outline: StructuralIndex, offset: number): number {
  let low = 0;
  let high = outline.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (readColumn(outline.starts, middle) < offset) low = middle;
    else high = middle - 1;
  }
  const isContainer = readColumn(outline.kinds, low) <= 1;
  return isContainer ? low : readColumn(outline.parents, low);
}

/** Start of a value, including its key. */
function startOf(outline: StructuralIndex, index: number, isMember: boolean): number {
  return readColumn(isMember ? outline.labels : outline.starts, index);
}

/** Indexes some values of a container; offsets are shifted by one character. */
function partOf(text: string, isObject: boolean): StructuralIndex | null {
  try {
    const part = buildIndex(isObject ? `{${text}}` : `[${text}]`);
    return part.depths.some((depth) => depth > deepestPart) ? null : part;
  } catch (problem) {
    if (problem instanceof JsonSyntaxError) return null;
    throw problem;
  }
}

function isAllInside(outline: StructuralIndex, { container, first, behind }: Region): boolean {
  return first === container + 1 && behind === readColumn(outline.subtreeEnds, container);
}

function isBetween(offset: number, { start, end }: Region): boolean {
  return offset >= start && offset < end;
}

function spliced(
  outline: StructuralIndex,
  region: Region,
  part: StructuralIndex,
  shift: number,
): StructuralIndex {
  const { container, isObject, first, behind } = region;
  const added = part.count - 1;
  const more = added - (behind - first);
  const count = outline.count + more;
  const label = isObject ? 0 : first > container + 1 ? readColumn(outline.labels, first) : 0;
  const items = readColumn(part.sizes, 0) - itemsIn(outline, first, behind);
  const offset = region.start - 1;

  const own = resized(outline, count, first, behind);
  for (let index = container; index >= 0; index = readColumn(outline.parents, index)) {
    own.ends[index] = readColumn(outline.ends, index) + shift;
    own.subtreeEnds[index] = readColumn(outline.subtreeEnds, index) + more;
  }
  own.sizes[container] = readColumn(outline.sizes, container) + items;
  const depth = readColumn(outline.depths, container);
  for (let from = 1; from <= added; from += 1) {
    const to = first + from - 1;
    const parent = readColumn(part.parents, from);
    const isKey = readColumn(part.kinds, parent) === 0;
    own.starts[to] = readColumn(part.starts, from) + offset;
    own.ends[to] = readColumn(part.ends, from) + offset;
    own.subtreeEnds[to] = readColumn(part.subtreeEnds, from) + first - 1;
    own.parents[to] = parent === 0 ? container : parent + first - 1;
    own.labels[to] = readColumn(part.labels, from) + (isKey ? offset : parent === 0 ? label : 0);
    own.sizes[to] = readColumn(part.sizes, from);
    own.depths[to] = readColumn(part.depths, from) + depth;
    own.kinds[to] = readColumn(part.kinds, from);
  }
  for (let to = first + added; to < count; to += 1) {
    const parent = readColumn(own.parents, to);
    own.starts[to] = readColumn(own.starts, to) + shift;
    own.ends[to] = readColumn(own.ends, to) + shift;
    own.subtreeEnds[to] = readColumn(own.subtreeEnds, to) + more;
    const isKey = readColumn(outline.kinds, parent) === 0;
    if (isKey) own.labels[to] = readColumn(own.labels, to) + shift;
    else if (parent === container) own.labels[to] = readColumn(own.labels, to) + items;
    if (parent >= behind) own.parents[to] = parent + more;
  }
  return {
    ...own,
    count,
    compact: outline.compact && part.compact,
    firstNonStandardToken: oddAfter(outline, region, part, shift),
  };
}

function itemsIn(outline: StructuralIndex, first: number, behind: number): number {
  let items = 0;
  for (let at = first; at < behind; at = readColumn(outline.subtreeEnds, at)) items += 1;
  return items;
}

/** Copies of the columns with some values replaced by another number of them. */
function resized(outline: StructuralIndex, count: number, first: number, behind: number) {
  const copied = <T extends Int32Array | Uint16Array | Uint8Array>(from: T, to: T): T => {
    to.set(from.subarray(0, first));
    to.set(from.subarray(behind), count - (outline.count - behind));
    return to;
  };
  return {
    starts: copied(outline.starts, new Int32Array(count)),
    ends: copied(outline.ends, new Int32Array(count)),
    subtreeEnds: copied(outline.subtreeEnds, new Int32Array(count)),
    parents: copied(outline.parents, new Int32Array(count)),
    labels: copied(outline.labels, new Int32Array(count)),
    sizes: copied(outline.sizes, new Int32Array(count)),
    depths: copied(outline.depths, new Uint16Array(count)),
    kinds: copied(outline.kinds, new Uint8Array(count)),
  };
}

/** Position of the first non-standard token after the change. */
function oddAfter(outline: StructuralIndex, region: Region, part: StructuralIndex, shift: number): number {
  const { firstNonStandardToken } = outline;
  if (firstNonStandardToken >= 0 && firstNonStandardToken < region.start) return firstNonStandardToken;
  if (part.firstNonStandardToken >= 0) return part.firstNonStandardToken + region.start - 1;
  return firstNonStandardToken < 0 ? -1 : firstNonStandardToken + shift;
}
