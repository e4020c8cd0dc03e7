import { useMemo, useState } from 'react';
import type { ListboxProps } from '../lists/Listbox.tsx';
import { useMultiSelect, type MultiSelect } from '../lists/use-multi-select.ts';

export interface ResourceListOptions<T> {
  readonly keyOf: (item: T) => string;
  // What a search looks in.
  readonly textOf?: (item: T) => string;
  // Whether an item can be one of several selected ones; each can be if omitted.
  readonly canSelect?: (item: T) => boolean;
  readonly initialKey?: string | null;
}

export interface ResourceList<T> extends Pick<ResourceListOptions<T>, 'keyOf'> {
  // Those that match the search.
  readonly items: readonly T[];
  readonly search: string;
  readonly setSearch: (text: string) => void;
  // The item whose details are shown: the first until another one was selected.
  readonly openItem: T | null;
  readonly show: (key: string) => void;
  // Selection of several items.
  readonly selection: MultiSelect;
  readonly selectable: readonly T[];
  readonly selected: readonly T[];
  // To spread on `ResourceRows`.
  readonly rows: Pick<ListboxProps<T>, 'items' | 'keyOf' | 'selectedKey' | 'selectedKeys' | 'onSelect'>;
}

/** The state of a list: its search, the open item, and several selected ones. */
export function useResourceList<T>(all: readonly T[], options: ResourceListOptions<T>): ResourceList<T> {
  const { keyOf, textOf, canSelect, initialKey = null } = options;
  const [search, setSearch] = useState('');
  const [shownKey, setShownKey] = useState(initialKey);
  const items = useMemo(
    () =>
      textOf === undefined || search.trim() === ''
        ? all
        : all.filter((item) => matchesSearch(textOf(item), search)),
    [all, textOf, search],
  );
  const selectable = useMemo(
    () => (canSelect === undefined ? items : items.filter(canSelect)),
    [items, canSelect],
  );
  const selection = useMultiSelect(useMemo(() => selectable.map(keyOf), [selectable, keyOf]));
  const { chosen } = selection;
  const openItem = items.find((item) => keyOf(item) === shownKey) ?? items[0] ?? null;
  return {
    items,
    keyOf,
    search,
    setSearch,
    openItem,
    show: setShownKey,
    selection,
    selectable,
    selected: chosen === null ? [] : selectable.filter((item) => chosen.has(keyOf(item))),
    rows: {
      items,
      keyOf,
      selectedKey: openItem === null ? null : keyOf(openItem),
      selectedKeys: chosen,
      onSelect: (item, range) => {
        if (chosen === null) setShownKey(keyOf(item));
        else if (canSelect?.(item) ?? true) selection.toggle(keyOf(item), range);
      },
    },
  };
}

/** Whether a text has every word of a search, in any order; without words it does. */
export function matchesSearch(text: string, search: string): boolean {
  const haystack = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
