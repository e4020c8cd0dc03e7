import type { GraphDrawing } from '../../graph/canvas/graph-drawing.ts';
import type { Box } from '../../graph/model/layout-types.ts';
import type { Extent } from '../../graph/canvas/viewport.ts';

/*
 * The layout of the panes and the graph when the window was last used. In `localStorage`, because nothing else is
 * readable before the first paint. Can be lost without harm.
 */

const storageKey = 'studio.opening';

const rememberedKey = 'studio.window';

// Incremented when the format changes: data of older versions is ignored.
const form = 1;

export interface SplashData {
  readonly form: typeof form;
  readonly page: Extent;
  readonly main: Box;
  readonly panes: readonly Box[];
  readonly graph: SplashGraph | null;
}

export interface SplashGraph {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly pane: Box;
  readonly canvas: Box;
  readonly picture: GraphDrawing;
}

export interface StoredUiState {
  readonly theme?: string;
  readonly railView?: string;
  readonly selection?: {
    readonly connectionId?: string | null;
    readonly assistantId?: string | null;
    readonly threadId?: string | null;
  };
  /** Whether this window stored it, before its page was loaded again. */
  readonly isReload?: boolean;
}

/** Stores the current layout; `null` removes it. */
export function storeSplash(splash: Omit<SplashData, 'form'> | null): void {
  try {
    if (splash === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify({ form, ...splash } satisfies SplashData));
  } catch {
    // The storage is full or disabled.
  }
}

/**
 * The stored data, or `null`. The check is shallow, because startup waits for it: drawing must tolerate
 * invalid data.
 */
export function readSplash(): SplashData | null {
  const stored = readJson(storageKey) as Partial<SplashData> | null;
  return stored?.form === form && Array.isArray(stored.panes) && stored.page && stored.main
    ? (stored as SplashData)
    : null;
}

/** Of this window, else of the last used one. A window that opens a link shows something else. */
export function readStoredUiState(): StoredUiState {
  const stored = readJson(rememberedKey) as { readonly state?: StoredUiState } | null;
  const windowState = readJson(rememberedKey, sessionStorage) as StoredUiState | null;
  const state = { ...stored?.state, ...windowState, isReload: windowState !== null };
  return location.search === '' ? state : { ...state, railView: 'threads', selection: {}, isReload: false };
}

function readJson(key: string, storage: Storage = localStorage): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
