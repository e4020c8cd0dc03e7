import { useSyncExternalStore } from 'react';

/**
 * How much the width of the window has room for. `wide`: what it has more is for the graph, and the side panes stay as they are.
 * `narrow`: for one side pane, because the panes with their smallest widths don't fit side by side.
 */
export type WindowRoom = 'wide' | 'usual' | 'narrow';

const wide = '(width >= 1400px)';
const narrow = '(width < 790px)';

export function useWindowRoom(): WindowRoom {
  return useSyncExternalStore(watchRoom, readRoom);
}

// Always both, so that a change of both is one change.
function watchRoom(listener: () => void): () => void {
  const queries = [wide, narrow].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

function readRoom(): WindowRoom {
  if (window.matchMedia(wide).matches) return 'wide';
  return window.matchMedia(narrow).matches ? 'narrow' : 'usual';
}
