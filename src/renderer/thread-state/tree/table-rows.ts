import {
  childrenOf,
  decodeString,
  keyAt,
  readColumn,
  textAt,
  valueKindOf,
  type StructuralIndex,
} from 'exact-json';

// Whether a value is an array of objects, judged by its first items.
export function isTabular(structuralIndex: StructuralIndex, index: number): boolean {
  if (valueKindOf(structuralIndex, index) !== 'array') return false;
  const first = childrenOf(structuralIndex, index, 20);
  return first.length > 0 && first.every((child) => valueKindOf(structuralIndex, child) === 'object');
}

// Only the keys of the first items become columns.
const itemsLookedAt = 200;
// Limits the columns; the tree shows all keys.
const maxColumns = 60;

// The keys of the first items, in order of appearance.
export function tableColumns(text: string, structuralIndex: StructuralIndex, index: number): string[] {
  const keys = new Set<string>();
  for (const item of childrenOf(structuralIndex, index, itemsLookedAt)) {
    if (valueKindOf(structuralIndex, item) !== 'object') continue;
    for (const child of childrenOf(structuralIndex, item))
      keys.add(keyAt(text, structuralIndex, child) ?? '');
  }
  return [...keys].slice(0, maxColumns);
}

// The member of an item with this key; the last of duplicates, as in `JSON.parse`. -1 if there is none.
export function cellAt(text: string, structuralIndex: StructuralIndex, item: number, key: string): number {
  if (valueKindOf(structuralIndex, item) !== 'object') return -1;
  return (
    childrenOf(structuralIndex, item).findLast((child) => keyAt(text, structuralIndex, child) === key) ?? -1
  );
}

// Column width in characters, from its name and first cells.
export function cellLength(
  text: string,
  structuralIndex: StructuralIndex,
  index: number,
  key: string,
): number {
  const lengths = childrenOf(structuralIndex, index, itemsLookedAt).map((item) => {
    const cell = cellAt(text, structuralIndex, item, key);
    if (cell < 0) return 0;
    const length = readColumn(structuralIndex.ends, cell) - readColumn(structuralIndex.starts, cell);
    const kind = valueKindOf(structuralIndex, cell);
    // Containers show their size, strings come without quotes.
    return kind === 'object' || kind === 'array' ? 8 : kind === 'string' ? length - 2 : length;
  });
  return Math.min(
    32,
    lengths.reduce((max, one) => Math.max(max, one), Math.max(6, key.length + 2)),
  );
}

export interface TableOrder {
  readonly key: string;
  readonly descending: boolean;
}

// The items sorted by a column: numbers, then strings, then other values, missing ones last.
export function sortedItems(
  text: string,
  structuralIndex: StructuralIndex,
  index: number,
  order: TableOrder | null,
): number[] {
  const items = childrenOf(structuralIndex, index);
  if (!order) return items;
  const keyed = items.map((item) => ({
    item,
    sort: sortKey(text, structuralIndex, cellAt(text, structuralIndex, item, order.key)),
  }));
  const factor = order.descending ? -1 : 1;
  const texts = new Intl.Collator(undefined, { numeric: true });
  return keyed
    .toSorted(({ sort: a }, { sort: b }) => {
      if (a.rank !== b.rank)
        return a.rank === missing || b.rank === missing ? a.rank - b.rank : factor * (a.rank - b.rank);
      if (a.number !== b.number) return factor * (a.number - b.number);
      return (
        factor *
        (a.exact !== null && b.exact !== null ? compare(a.exact, b.exact) : texts.compare(a.text, b.text))
      );
    })
    .map(({ item }) => item);
}

interface SortKey {
  readonly rank: number;
  readonly number: number;
  // For integers that a double can't represent exactly.
  readonly exact: bigint | null;
  readonly text: string;
}

const missing = 9;

function sortKey(text: string, structuralIndex: StructuralIndex, index: number): SortKey {
  const plain = { number: 0, exact: null, text: '' };
  if (index < 0) return { ...plain, rank: missing };
  const kind = valueKindOf(structuralIndex, index);
  const token = textAt(text, structuralIndex, index);
  if (kind === 'number') {
    const exact = /^-?\d+$/.test(token) ? BigInt(token) : null;
    return { ...plain, rank: 0, number: Number(token), exact };
  }
  if (kind === 'string') return { ...plain, rank: 1, text: decodeString(token) };
  if (kind === 'boolean') return { ...plain, rank: 2, number: token === 'true' ? 1 : 0 };
  if (kind === 'null') return { ...plain, rank: 4 };
  return { ...plain, rank: 3, number: readColumn(structuralIndex.sizes, index) };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
