import { createStore } from 'zustand/vanilla';

/** A page, or one of its headings. */
export interface PageLocation {
  readonly path: string;
  readonly anchor: string | null;
}

interface DocumentationState {
  /** The last one is shown; none: the contents. */
  readonly visited: readonly PageLocation[];
  readonly search: string;
}

/** What the drawer shows, also when it is opened again. */
export const documentationStore = createStore<DocumentationState>(() => ({ visited: [], search: '' }));

const mostVisited = 50;

export function openPage(location: PageLocation): void {
  documentationStore.setState(({ visited }) => ({
    search: '',
    visited: [...visited.slice(-mostVisited), location],
  }));
}

/** To the page before, at last to the contents. */
export function goBack(): void {
  documentationStore.setState(({ visited, search }) =>
    search === '' ? { visited: visited.slice(0, -1) } : { search: '' },
  );
}

export function openContents(): void {
  documentationStore.setState({ visited: [], search: '' });
}

export function setSearch(search: string): void {
  documentationStore.setState({ search });
}
