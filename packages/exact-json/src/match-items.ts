import { longestIncreasingSubsequence, alignSequences } from './align-sequences.ts';
import {
  childrenOf,
  readColumn,
  keyAt,
  valueKindOf,
  textAt,
  type StructuralIndex,
  type ValueKind,
} from './structural-index.ts';

interface IndexedText {
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
}

// What became of an item: `from` is its old index, `to` its new one; `null` if added or removed.
export interface ItemMatch {
  readonly from: number | null;
  readonly to: number | null;
  readonly moved: boolean;
  // Both are known to be the same text.
  readonly equal: boolean;
}

// Matches the items of two arrays, in reading order. Omits equal items that stayed in order. Indexes refer to
// the given lists of values.
export function matchItems(
  a: IndexedText,
  old: readonly number[],
  b: IndexedText,
  now: readonly number[],
): ItemMatch[] {
  const isSame = (index: number, position: number): boolean =>
    sameText(a, old[index] ?? 0, b, now[position] ?? 0);
  // Most lists differ in few items, so those that stayed are found without lookups.
  const inOrder = alignSequences(old.length, now.length, isSame);
  const partners = inOrder ?? new Int32Array(old.length).fill(-1);
  const equal = Uint8Array.from(partners, (position) => (position >= 0 ? 1 : 0));
  const taken = new Uint8Array(now.length);
  for (const position of partners) if (position >= 0) taken[position] = 1;

  const match = (keyOfOld: KeyAt, keyOfNow: KeyAt): void => {
    const positions = new Map<string, number[]>();
    for (let index = now.length - 1; index >= 0; index -= 1) {
      const key = taken[index] ? null : keyOfNow(index);
      if (key === null) continue;
      const indexes = positions.get(key);
      if (indexes) indexes.push(index);
      else positions.set(key, [index]);
    }
    if (positions.size === 0) return;
    for (let index = 0; index < old.length; index += 1) {
      const key = partners[index] === -1 ? keyOfOld(index) : null;
      const position = key === null ? undefined : positions.get(key)?.pop();
      if (position === undefined) continue;
      partners[index] = position;
      taken[position] = 1;
    }
  };
  // An id makes comparing content unnecessary: equal content has the same id.
  const byId = inOrder ? [] : matchIds(a, old, b, now).entries();
  for (const [position, index] of byId) {
    if (index < 0) continue;
    partners[index] = position;
    taken[position] = 1;
    if (isSame(index, position)) equal[index] = 1;
  }
  match(lazyTexts(a, old), lazyTexts(b, now));
  match(
    (index) => idOf(a, old[index]),
    (index) => idOf(b, now[index]),
  );
  const stable = longestIncreasingSubsequence(partners);
  pairRest({ a, old, b, now, partners, taken, stable, equal });
  return stepsOf({ partners, taken, stable, equal });
}

type KeyAt = (index: number) => string | null;

const twice = -2;

// Per new item, the old one with the same id; below 0 if there is none, or the id is not unique.
function matchIds(
  a: IndexedText,
  old: readonly number[],
  b: IndexedText,
  now: readonly number[],
): Int32Array {
  const positions = new Map<string, number>();
  for (const [index, value] of now.entries()) {
    const id = idOf(b, value);
    if (id !== null) positions.set(id, positions.has(id) ? -1 : index);
  }
  const origins = new Int32Array(now.length).fill(-1);
  if (positions.size === 0) return origins;
  for (const [index, value] of old.entries()) {
    const id = idOf(a, value);
    const position = id === null ? -1 : (positions.get(id) ?? -1);
    if (position >= 0) origins[position] = readColumn(origins, position) === -1 ? index : twice;
  }
  return origins;
}

interface Matched {
  // New index of each old item, or -1.
  readonly partners: Int32Array;
  // 1 for each new item with a partner.
  readonly taken: Uint8Array;
  // 1 for each old item that stays in order.
  readonly stable: Uint8Array;
  // 1 for each old item whose partner is known to be equal.
  readonly equal: Uint8Array;
}

// Both arrays front to back, synchronized at items that stayed in order.
function stepsOf({ partners, taken, stable, equal }: Matched): ItemMatch[] {
  const cameFrom = new Int32Array(taken.length).fill(-1);
  for (let index = 0; index < partners.length; index += 1) {
    const position = readColumn(partners, index);
    if (position >= 0) cameFrom[position] = index;
  }
  const steps: ItemMatch[] = [];
  let from = 0;
  for (let to = 0; from < partners.length || to < taken.length;) {
    const partner = from < partners.length ? readColumn(partners, from) : -2;
    if (partner === -1) {
      steps.push({ from, to: null, moved: false, equal: false });
      from += 1;
    } else if (partner >= 0 && !stable[from]) {
      from += 1;
    } else if (to < taken.length && !taken[to]) {
      steps.push({ from: null, to, moved: false, equal: false });
      to += 1;
    } else {
      const origin = readColumn(cameFrom, to);
      const stayed = origin === from;
      const same = equal[origin] === 1;
      if (!stayed || !same) steps.push({ from: origin, to, moved: !stayed, equal: same });
      if (stayed) from += 1;
      to += 1;
    }
  }
  return steps;
}

interface Rest extends Matched {
  readonly a: IndexedText;
  readonly old: readonly number[];
  readonly b: IndexedText;
  readonly now: readonly number[];
}

// Pairs similar items between two that stayed: they count as edited.
function pairRest(rest: Rest): void {
  const { partners, taken, stable } = rest;
  let from = 0;
  let to = 0;
  for (let index = 0; index <= partners.length; index += 1) {
    if (index < partners.length && !stable[index]) continue;
    const end = index < partners.length ? readColumn(partners, index) : taken.length;
    if (from < index && to < end) {
      const olds = range(from, index).filter((one) => partners[one] === -1);
      const news = range(to, end).filter((one) => !taken[one]);
      for (const [one, other] of bestPairs(rest, olds, news)) {
        partners[one] = other;
        taken[other] = 1;
        stable[one] = 1;
      }
    }
    from = index + 1;
    to = end + 1;
  }
}

// Above this many combinations items are paired in order.
const maxComparisons = 2500;

// Members that are compared of two objects: more hardly say more, and each object is compared with many.
const maxMembers = 100;

// Pairs in order with the greatest total similarity.
function bestPairs(rest: Rest, olds: readonly number[], news: readonly number[]): [number, number][] {
  if (olds.length === 0 || news.length === 0) return [];
  const oldItem = (index: number, textIds: TextIds): Item => itemAt(rest.a, rest.old[index] ?? -1, textIds);
  const newItem = (index: number, textIds: TextIds): Item => itemAt(rest.b, rest.now[index] ?? -1, textIds);
  const pair = (i: number, j: number): [number, number] => [olds[i] ?? 0, news[j] ?? 0];
  if (olds.length * news.length > maxComparisons) {
    return range(0, Math.min(olds.length, news.length))
      .map((index) => pair(index, index))
      .filter(([one, other]) => {
        const textIds: TextIds = new Map();
        return resemblance(oldItem(one, textIds), newItem(other, textIds)) > 0;
      });
  }
  // Each item is read once, and equal texts are equal numbers: only these are compared for each pair.
  const textIds: TextIds = new Map();
  const oldItems = olds.map((index) => oldItem(index, textIds));
  const newItems = news.map((index) => newItem(index, textIds));
  const width = news.length + 1;
  const best = new Float64Array((olds.length + 1) * width);
  const value = (i: number, j: number): number => best[i * width + j] ?? 0;
  const scores = oldItems.map((item) => newItems.map((other) => resemblance(item, other)));
  const scoreAt = (i: number, j: number): number => scores[i]?.[j] ?? 0;
  for (let i = olds.length - 1; i >= 0; i -= 1) {
    for (let j = news.length - 1; j >= 0; j -= 1) {
      const pairScore = scoreAt(i, j);
      const together = pairScore > 0 ? pairScore + value(i + 1, j + 1) : 0;
      best[i * width + j] = Math.max(together, value(i + 1, j), value(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < olds.length && j < news.length;) {
    const pairScore = scoreAt(i, j);
    if (pairScore > 0 && pairScore + value(i + 1, j + 1) === value(i, j)) {
      pairs.push(pair(i, j));
      i += 1;
      j += 1;
    } else if (value(i + 1, j) >= value(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

// A number for each distinct text.
type TextIds = Map<string, number>;

// What is compared of an item. `members`: of an object, the ids of their texts by key; empty for others.
interface Item {
  readonly kind: ValueKind;
  readonly id: string | null;
  readonly members: ReadonlyMap<string, number>;
}

function itemAt(side: IndexedText, value: number, textIds: TextIds): Item {
  const { text, structuralIndex } = side;
  const kind = valueKindOf(structuralIndex, value);
  const members = new Map<string, number>();
  if (kind !== 'object') return { kind, id: null, members };
  for (const child of childrenOf(structuralIndex, value, maxMembers)) {
    const memberText = textAt(text, structuralIndex, child);
    const textId = textIds.get(memberText) ?? textIds.size;
    textIds.set(memberText, textId);
    members.set(keyAt(text, structuralIndex, child) ?? '', textId);
  }
  return { kind, id: idOf(side, value), members };
}

// From 0 (nothing in common) to about 1.
function resemblance(item: Item, other: Item): number {
  if (item.kind !== other.kind) return 0.01;
  if (item.kind === 'array') return 0.3;
  if (item.kind !== 'object') return 0.1;
  if (item.id !== null && item.id !== other.id) return 0;
  let shared = 0;
  let hasSameKey = false;
  for (const [key, textId] of other.members) {
    const otherTextId = item.members.get(key);
    if (otherTextId === undefined) continue;
    hasSameKey = true;
    if (otherTextId === textId) shared += 1;
  }
  if (shared > 0) return 0.2 + shared / Math.max(item.members.size, other.members.size);
  return hasSameKey ? 0.15 : 0;
}

// An object's `id`, as messages have it, with its type.
function idOf({ text, structuralIndex }: IndexedText, index: number | undefined): string | null {
  if (index === undefined || valueKindOf(structuralIndex, index) !== 'object') return null;
  let matchedIndex: number | undefined;
  const end = readColumn(structuralIndex.subtreeEnds, index);
  for (let child = index + 1; child < end; child = readColumn(structuralIndex.subtreeEnds, child)) {
    if (!text.startsWith('"id"', readColumn(structuralIndex.labels, child))) continue;
    matchedIndex = child;
    break;
  }
  if (matchedIndex === undefined) return null;
  const kind = valueKindOf(structuralIndex, matchedIndex);
  return kind === 'string' || kind === 'number' ? textAt(text, structuralIndex, matchedIndex) : null;
}

export function sameText(a: IndexedText, x: number, b: IndexedText, y: number): boolean {
  const start = readColumn(a.structuralIndex.starts, x);
  const other = readColumn(b.structuralIndex.starts, y);
  const length = readColumn(a.structuralIndex.ends, x) - start;
  if (length !== readColumn(b.structuralIndex.ends, y) - other) return false;
  return a.text.slice(start, start + length) === b.text.slice(other, other + length);
}

function lazyTexts({ text, structuralIndex }: IndexedText, values: readonly number[]) {
  return (index: number): string => textAt(text, structuralIndex, values[index] ?? 0);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
