import { createStore } from 'zustand/vanilla';

export interface PageLocation {
  readonly path: string;
  readonly anchor: string | null;
}

interface DocumentationState {
  // The last one is shown; none: the contents.
  readonly visited: readonly PageLocation[];
  readonly search: string;
}

export const documentationStore = createStore<DocumentationState>(() => ({ visited: [], search: '' }));

const maxVisited = 50;

export function openPage(location: PageLocation): void {
  documentationStore.setState(({ visited }) => ({
    search: '',
    visited: [...visited.slice(-maxVisited), location],
  }));
}

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
