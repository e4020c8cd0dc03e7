import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { rowForKey } from '../ui/lists/list-navigation.ts';
import { setSearch } from './documentation-store.ts';
import { allPages } from './read-page.ts';
import { hitId, openHit } from './SearchHits.tsx';
import { createPageSearch, type PageSearchResult } from './search-pages.ts';

let searchPages: ReturnType<typeof createPageSearch> | null = null;

// The pages are indexed by the first search.
function resultOf(search: string): PageSearchResult {
  searchPages ??= createPageSearch(allPages());
  return searchPages(search);
}

const pageRows = 8;

// What a search found, and the keys of its field: arrows choose a hit, Enter opens it, Escape leaves the search.
export function usePageSearch(search: string) {
  const idBase = useId();
  const result = useMemo(() => (search.trim() === '' ? null : resultOf(search)), [search]);
  const [moved, setMoved] = useState({ search, index: 0 });
  // Another search begins at its first hit.
  const activeIndex = moved.search === search ? moved.index : 0;
  const hits = result?.hits ?? [];
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (search === '' || event.nativeEvent.isComposing) return;
    const { key } = event;
    const hit = hits[activeIndex];
    // In a text, Home and End move the caret.
    const row = key === 'Home' || key === 'End' ? null : rowForKey(key, activeIndex, hits.length, pageRows);
    if (row !== null) setMoved({ search, index: row });
    else if (key === 'Enter' && hit !== undefined) openHit(hit);
    // The first Escape leaves the search, the next one the documentation.
    else if (key === 'Escape') setSearch('');
    else return;
    event.stopPropagation();
    event.preventDefault();
  };
  return {
    result,
    activeIndex,
    idBase,
    fieldProps: {
      onKeyDown,
      ...(hits.length === 0
        ? {}
        : { 'aria-controls': idBase, 'aria-activedescendant': hitId(idBase, activeIndex) }),
    },
  };
}
