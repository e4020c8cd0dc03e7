import { createContext, use, useMemo } from 'react';
import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import type { WindowFailure } from '../../shared/model/window-failure.ts';
import { opensPanes } from './view-at-start.ts';
import { useWindowRoom } from './window-room.ts';
import type { CheckpointRunRequest } from './panes/checkpoint-run-request.ts';
import { useSession, type RunSession } from '../runs/run-session.ts';
import { emptySelection, type Selection } from '../runs/selection.ts';
import { linkOfWindow } from './commands/pending-link.ts';

const ActivityView = z.enum([
  'threads',
  'assistants',
  'inbox',
  'runs',
  'memory',
  'crons',
  'inputs',
  'compare',
  'webhooks',
  'projects',
  'servers',
]);
export type ActivityView = z.infer<typeof ActivityView>;

const Theme = z.enum(['system', 'dark', 'light']);
export type Theme = z.infer<typeof Theme>;

const CollapsedPanes = z.object({
  left: z.boolean(),
  threads: z.optional(z.boolean()),
  story: z.boolean(),
  dock: z.boolean(),
  inspector: z.boolean(),
});
type CollapsedPanes = z.infer<typeof CollapsedPanes>;
export type CollapsiblePane = keyof CollapsedPanes;
type SidePane = 'left' | 'inspector';

// Of one window.
const ownMembers = {
  selection: z.object({
    connectionId: z.nullable(z.string()),
    assistantId: z.nullable(z.string()),
    threadId: z.nullable(z.string()),
    checkpointId: z.nullable(z.string()),
    inner: z.optional(z.object({ checkpointNs: z.string(), checkpointId: z.string() })),
  }),
  railView: ActivityView,
  collapsed: CollapsedPanes,
  runSheet: z.optional(z.boolean()),
};
const OwnState = z.object(ownMembers);

// Of all windows.
export const SharedSettings = z.object({ theme: Theme, singleKeys: z.boolean() });

// Stored between page loads. Can be lost without harm.
const Remembered = z.object({ ...ownMembers, ...SharedSettings.shape });

export type AssistantModal = 'new' | 'copy' | 'edit' | 'versions' | 'delete';

/** The open dialog, at most one. `edit:ID` edits a server. */
export type ModalName =
  | 'none'
  | 'palette'
  | 'shortcuts'
  | 'legend'
  | 'prices'
  | 'editor'
  | 'bug-report'
  | 'add-server'
  | `edit:${string}`
  | `assistant:${AssistantModal}`;

export interface UiState extends Omit<z.infer<typeof Remembered>, 'selection' | 'runSheet'> {
  /** What the user made of the run sheet; `null` until then: it is open where no thread is selected. */
  readonly runSheet: boolean | null;
  /** The last selection until it is clear whether it can be opened; then `null`. */
  readonly remembered: Selection | null;
  /** The selection that is not reopened automatically, because the last window hung or crashed with it. */
  readonly lastFailure: WindowFailure | null;
  /** Nobody has worked with this studio yet: it shows the ways to begin. */
  readonly isNew: boolean;
  /** The side pane that stays in a window without room for both; `null` until one was opened or closed. */
  readonly narrowPane: SidePane | null;
  readonly isDockMaximized: boolean;
  readonly modal: ModalName;
  /** The run from a checkpoint that is to be confirmed. */
  readonly checkpointRun: CheckpointRunRequest | null;
  readonly requestsOpen: boolean;
  readonly documentationOpen: boolean;
  /** What the dialog that adds a server starts with, and the link that brought it. */
  readonly newServer: { readonly url: string; readonly link: StudioLink | null } | null;
  readonly openServerId: string | null;
}

const atFirst: UiState = {
  remembered: emptySelection,
  lastFailure: null,
  railView: 'runs',
  theme: 'system',
  collapsed: { left: false, threads: false, story: false, dock: false, inspector: false },
  singleKeys: true,
  isNew: false,
  runSheet: null,
  narrowPane: null,
  isDockMaximized: false,
  modal: 'none',
  checkpointRun: null,
  requestsOpen: false,
  documentationOpen: false,
  newServer: null,
  openServerId: null,
};

export type UiStore = StoreApi<UiState>;

/** Where windows store what the next one starts with; also the key of a tab's own storage. */
export const storageKey = 'studio.window';

/**
 * The state of the UI, stored together with what the session has selected: for this window, which finds it after a reload, and
 * for the next window, which gets that of the last used one. What is no matter of one window follows the others. Stored state
 * in an unknown format is dropped, not repaired.
 */
export function createUiStore(session: RunSession): UiStore {
  const store = createStore<UiState>()(
    persist(() => atFirst, {
      name: storageKey,
      partialize: ({ remembered, railView, theme, collapsed, singleKeys, runSheet }) => ({
        selection: remembered ?? session.getState().selection,
        railView,
        theme,
        collapsed,
        singleKeys,
        ...(runSheet === null ? {} : { runSheet }),
      }),
      merge: (stored, current) => {
        const shared = Remembered.safeParse(withCurrentNames(stored)).data;
        const windowState = ownState();
        const { selection = emptySelection, ...rest } = { ...shared, ...windowState };
        const merged = { ...current, ...rest };
        if (linkOfWindow() !== null) return { ...merged, railView: 'threads' };
        const { railView } = merged;
        const isReload = windowState !== undefined;
        const showsRuns = hasPanes(railView) && !opensPanes({ railView, selection, isReload });
        return { ...merged, railView: showsRuns ? 'runs' : railView, remembered: selection };
      },
    }),
  );
  store.subscribe(({ remembered, railView, collapsed, runSheet }) => {
    const selection = remembered ?? session.getState().selection;
    storeOwnState({ selection, railView, collapsed, ...(runSheet === null ? {} : { runSheet }) });
  });
  session.subscribe(({ selection }, { selection: before }) => {
    if (selection === before) return;
    // The sheet was opened for a run of the server before. Also without a change of its own, the state is stored.
    const isLeft = before.connectionId !== null && before.connectionId !== selection.connectionId;
    store.setState(isLeft ? closedForReading : {});
  });
  return store;
}

// Of this window before its page was loaded again. A tab that was opened from another one starts with a copy of its state.
function ownState(): z.infer<typeof OwnState> | undefined {
  try {
    return OwnState.safeParse(withCurrentNames(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')))
      .data;
  } catch {
    // The storage is disabled, or something else is in it.
    return undefined;
  }
}

function storeOwnState(state: z.infer<typeof OwnState>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(state));
  } catch {
    // The storage is full or disabled.
  }
}

// `collapsed` was stored as `folded` up to version 0.1, and the story in it as `history`. The runs had two views.
function withCurrentNames(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const { folded, collapsed = folded, railView, ...rest } = stored as Readonly<Record<string, unknown>>;
  return {
    ...rest,
    collapsed: typeof collapsed === 'object' && collapsed !== null ? withStory(collapsed) : collapsed,
    railView: railView === 'run-queues' ? 'runs' : railView,
  };
}

function withStory(collapsed: object): object {
  const { history, ...rest } = collapsed as Readonly<Record<string, unknown>>;
  return history === undefined ? rest : { story: history, ...rest };
}

export const UiStoreContext = createContext<UiStore | null>(null);

export function useUiStore(): UiStore {
  const store = use(UiStoreContext);
  if (!store) throw new Error('useUiStore needs a UiStoreContext above it.');
  return store;
}

export function useUi<T>(select: (state: UiState) => T): T {
  return useStore(useUiStore(), select);
}

/** Whether a view is the thread with its panes, which others cover. */
export function hasPanes(view: ActivityView): boolean {
  return view === 'threads' || view === 'assistants';
}

/** Opens the panes with a thread that was picked in a view which covered them, and is to be read. */
export function showThread(store: UiStore): void {
  if (hasPanes(store.getState().railView)) store.setState({ railView: 'threads' });
  else showLinkedThread(store);
}

/** The same for one that a link or a notification leads to, whichever view is open. */
export function showLinkedThread(store: UiStore): void {
  store.setState((state) => ({ railView: 'threads', ...closedForReading(state) }));
}

// An open run sheet would show the next input where the state of the thread is looked for.
function closedForReading({ runSheet }: Pick<UiState, 'runSheet'>): Pick<UiState, 'runSheet'> {
  return { runSheet: runSheet === true ? null : runSheet };
}

export function useHasPanes(): boolean {
  return useUi(({ railView }) => hasPanes(railView));
}

/** Whether the run sheet covers the inspector. Where nothing is selected that could be inspected, it does at first. */
export function useIsSheetOpen(): boolean {
  const hasThread = useSession(({ selection }) => selection.threadId !== null);
  return useUi((state) => state.runSheet) ?? !hasThread;
}

/**
 * The panes that are out of sight: what the user collapsed and, in a narrow window, the side pane that the other one
 * leaves no room for. That one is not collapsed, so it comes back with the room.
 */
export function useCollapsedPanes(): CollapsedPanes {
  const collapsed = useUi((state) => state.collapsed);
  const narrowPane = useUi((state) => state.narrowPane) ?? (collapsed.left ? 'inspector' : 'left');
  const room = useWindowRoom();
  return useMemo(
    () =>
      room === 'narrow'
        ? {
            ...collapsed,
            left: collapsed.left || narrowPane !== 'left',
            inspector: collapsed.inspector || narrowPane !== 'inspector',
          }
        : collapsed,
    [collapsed, room, narrowPane],
  );
}

export interface PaneToggle {
  readonly isVisible: boolean;
  readonly toggle: () => void;
}

export function usePaneToggles(): Readonly<Record<CollapsiblePane | 'sheet', PaneToggle>> {
  const store = useUiStore();
  const collapsed = useCollapsedPanes();
  const isSheetOpen = useIsSheetOpen();
  const railView = useUi((state) => state.railView);
  const toggleOf = (pane: CollapsiblePane, isCovered = false): PaneToggle => ({
    isVisible: !collapsed[pane] && !isCovered,
    toggle: () => setCollapsed(store, pane, !collapsed[pane] && !isCovered),
  });
  return {
    left: toggleOf('left'),
    threads: toggleOf('threads'),
    story: toggleOf('story'),
    dock: toggleOf('dock'),
    inspector: toggleOf('inspector', isSheetOpen),
    sheet: {
      isVisible: isSheetOpen,
      toggle: () => {
        if (hasPanes(railView)) return setRunSheet(store, !isSheetOpen);
        store.setState({ railView: 'threads' });
        setRunSheet(store, true);
      },
    },
  };
}

/** Collapses or shows a pane. The run sheet, which covers the inspector, leaves when that is to be seen. */
export function setCollapsed(store: UiStore, pane: CollapsiblePane, collapsed: boolean): void {
  const other = partnerOf[pane];
  // One of the two stays.
  const partner = collapsed && other !== undefined ? { [other]: false } : {};
  store.setState((state) => ({
    collapsed: { ...state.collapsed, ...partner, [pane]: collapsed },
    ...(pane === 'left' || pane === 'inspector' ? { narrowPane: pane } : {}),
    ...(pane === 'inspector' && !collapsed ? { runSheet: false } : {}),
  }));
}

// The panes of the left column.
const partnerOf: Partial<Record<CollapsiblePane, CollapsiblePane>> = {
  threads: 'story',
  story: 'threads',
};

export function setRunSheet(store: UiStore, isOpen: boolean): void {
  store.setState({ runSheet: isOpen });
}

/** Asks whether to run from a checkpoint, whose run the dock shows. */
export function confirmCheckpointRun(store: UiStore, checkpointRun: CheckpointRunRequest): void {
  setCollapsed(store, 'dock', false);
  store.setState({ checkpointRun });
}

export function setDockMaximized(store: UiStore, isDockMaximized: boolean): void {
  store.setState(({ collapsed }) => ({
    isDockMaximized,
    collapsed: isDockMaximized ? { ...collapsed, dock: false } : collapsed,
  }));
}
