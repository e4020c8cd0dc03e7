import type { StoreCounts, StoreNamespace } from '../../shared/model/store-item.ts';

export interface NamespaceRow {
  readonly id: string;
  readonly namespace: StoreNamespace;
  readonly label: string;
  readonly depth: number;
  // Items in it and below it; `null` if not counted.
  readonly items: number | null;
}

export function namespaceId(namespace: StoreNamespace): string {
  return JSON.stringify(namespace);
}

// `users / ada`.
export function namespaceTitle(namespace: StoreNamespace): string {
  return namespace.length === 0 ? 'All namespaces' : namespace.join(' / ');
}

// The namespaces in order as a tree, with the labels above them; the whole store is the first row. `search`:
// only those with this text in a label.
export function namespaceRows(
  namespaces: readonly StoreNamespace[],
  counts: StoreCounts['counts'] | null,
  search: string,
): NamespaceRow[] {
  const items = counts === null ? null : itemsBelow(counts);
  const searchText = search.trim().toLowerCase();
  const matches = namespaces.filter((labels) =>
    labels.some((label) => label.toLowerCase().includes(searchText)),
  );
  const all = new Map<string, StoreNamespace>([['[]', []]]);
  for (const labels of searchText === '' ? namespaces : matches) {
    for (let depth = 1; depth <= labels.length; depth += 1) {
      const above = labels.slice(0, depth);
      all.set(namespaceId(above), above);
    }
  }
  return [...all.values()].toSorted(inOrder).map((namespace) => {
    const id = namespaceId(namespace);
    return {
      id,
      namespace,
      label: namespace.at(-1) ?? namespaceTitle([]),
      depth: namespace.length,
      items: items === null ? null : (items.get(id) ?? 0),
    };
  });
}

function itemsBelow(counts: StoreCounts['counts']): ReadonlyMap<string, number> {
  const below = new Map<string, number>();
  for (const { namespace, items } of counts) {
    for (let depth = 0; depth <= namespace.length; depth += 1) {
      const id = namespaceId(namespace.slice(0, depth));
      below.set(id, (below.get(id) ?? 0) + items);
    }
  }
  return below;
}

// Label by label, so that a namespace comes right after the one above it.
function inOrder(a: StoreNamespace, b: StoreNamespace): number {
  const position = a.findIndex((label, index) => label !== b[index]);
  if (position === -1) return a.length - b.length;
  const [one, other] = [a[position], b[position]];
  if (one === undefined || other === undefined) return a.length - b.length;
  return one < other ? -1 : 1;
}
