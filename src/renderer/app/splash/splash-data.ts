import type { GraphDrawing } from '../../graph/drawing/graph-drawing.ts';
import type { Box } from '../../graph/model/layout-types.ts';
import type { Extent } from '../../graph/scene/viewport.ts';

/*
 * What the window looked like when it was last used: the places of its panes and the graph in one of them. It lies in the
 * page's own storage, because nothing else can be read before the first picture. All of it may be lost without harm.
 */

const storageKey = 'studio.opening';

/** Where the window's own state remembers the theme, the view and the selection; see `ui-store.ts`. */
const rememberedKey = 'studio.window';

/** Grows when the form changes: what an older version kept is not drawn. */
const form = 1;

export interface SplashData {
  readonly form: typeof form;
  /** The page's size: in another one the panes have other places. */
  readonly page: Extent;
  /** What all panes fill together. */
  readonly main: Box;
  readonly panes: readonly Box[];
  readonly graph: SplashGraph | null;
}

export interface SplashGraph {
  readonly connectionId: string;
  readonly assistantId: string;
  /** The pane with its bar. */
  readonly pane: Box;
  /** What the canvas fills of it. */
  readonly canvas: Box;
  readonly picture: GraphDrawing;
}

/** What of the window's own state counts before the window is there. */
export interface StoredUiState {
  readonly theme?: string;
  readonly railView?: string;
  readonly selection?: { readonly connectionId?: string | null; readonly assistantId?: string | null };
}

/** Keeps what the window looks like now; `null` forgets it. */
export function storeSplash(opening: Omit<SplashData, 'form'> | null): void {
  try {
    if (opening === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify({ form, ...opening } satisfies SplashData));
  } catch {
    // The storage is full or switched off.
  }
}

/**
 * What was kept, or `null`. The check is shallow, for it is what a start waits for: whoever draws it has to bear that
 * something in it is not as it should be.
 */
export function readSplash(): SplashData | null {
  const kept = readJson(storageKey) as Partial<SplashData> | null;
  return kept?.form === form && Array.isArray(kept.panes) && kept.page && kept.main
    ? (kept as SplashData)
    : null;
}

export function readStoredUiState(): StoredUiState {
  const kept = readJson(rememberedKey) as { readonly state?: StoredUiState } | null;
  return kept?.state ?? {};
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
