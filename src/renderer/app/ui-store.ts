import { createContext, use } from 'react';
import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import type { WindowFailure } from '../../shared/model/window-failure.ts';
import type { CheckpointRunRequest } from './panes/checkpoint-run-request.ts';
import type { RunSession } from '../runs/run-session.ts';
import { emptySelection, type Selection } from '../runs/selection.ts';

const ActivityView = z.enum([
  'threads',
  'assistants',
  'inbox',
  'runs',
  'run-queues',
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
  history: z.boolean(),
  dock: z.boolean(),
  inspector: z.boolean(),
});
export type CollapsiblePane = keyof z.infer<typeof CollapsedPanes>;

// Stored between page loads. Can be lost without harm.
const Remembered = z.object({
  selection: z.object({
    connectionId: z.nullable(z.string()),
    assistantId: z.nullable(z.string()),
    threadId: z.nullable(z.string()),
    checkpointId: z.nullable(z.string()),
    inner: z.optional(z.object({ checkpointNs: z.string(), checkpointId: z.string() })),
  }),
  railView: ActivityView,
  theme: Theme,
  collapsed: CollapsedPanes,
  singleKeys: z.boolean(),
});

export type AssistantModal = 'new' | 'copy' | 'edit' | 'versions' | 'delete';

/** The open dialog, at most one. `edit:ID` edits a server. */
export type ModalName =
  | 'none'
  | 'palette'
  | 'shortcuts'
  | 'legend'
  | 'prices'
  | 'bug-report'
  | 'add-server'
  | `edit:${string}`
  | `assistant:${AssistantModal}`;

export interface UiState extends Omit<z.infer<typeof Remembered>, 'selection'> {
  /** The last selection until it is clear whether it can be opened; then `null`. */
  readonly remembered: Selection | null;
  /** The selection that is not reopened automatically, because the last window hung or crashed with it. */
  readonly lastFailure: WindowFailure | null;
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
  railView: 'threads',
  theme: 'system',
  collapsed: { left: false, history: false, dock: false, inspector: false },
  singleKeys: true,
  isDockMaximized: false,
  modal: 'none',
  checkpointRun: null,
  requestsOpen: false,
  documentationOpen: false,
  newServer: null,
  openServerId: null,
};

export type UiStore = StoreApi<UiState>;

/**
 * The state of the UI, stored together with what the session has selected. Stored state in an unknown format is dropped, not
 * repaired.
 */
export function createUiStore(session: RunSession): UiStore {
  const store = createStore<UiState>()(
    persist(() => atFirst, {
      name: 'studio.window',
      partialize: ({ remembered, railView, theme, collapsed, singleKeys }) => ({
        selection: remembered ?? session.getState().selection,
        railView,
        theme,
        collapsed,
        singleKeys,
      }),
      merge: (stored, current) => {
        const { selection, ...rest } = Remembered.safeParse(withCurrentNames(stored)).data ?? {};
        return { ...current, ...rest, remembered: selection ?? emptySelection };
      },
    }),
  );
  session.subscribe(({ selection }, before) => {
    // Any change is stored.
    if (selection !== before.selection) store.setState({});
  });
  return store;
}

// `collapsed` was stored as `folded` up to version 0.1.
function withCurrentNames(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('folded' in stored)) return stored;
  return { collapsed: stored.folded, ...stored };
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

export function useHasPanes(): boolean {
  return useUi(({ railView }) => railView === 'threads' || railView === 'assistants');
}

export function setCollapsed(store: UiStore, pane: CollapsiblePane, collapsed: boolean): void {
  store.setState((state) => ({ collapsed: { ...state.collapsed, [pane]: collapsed } }));
}

export function toggleCollapsed(store: UiStore, pane: CollapsiblePane): void {
  setCollapsed(store, pane, !store.getState().collapsed[pane]);
}

/** Asks whether to run from a checkpoint, in the dock. */
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
