import { lazyOverlay, lazyView } from '../../ui/lazy-view.tsx';
import { toastStore } from '../../ui/popups/toast-store.ts';

/* Lazily loaded views, in the order of preloading. */

const closeDialog = ({ onClose }: { readonly onClose: () => void }): void => onClose();

export const LazyGraphPane = lazyView(async () => (await import('../../graph/GraphPane.tsx')).GraphPane);

// Nothing takes the place of these until they are loaded.
const unseen = { waiting: '', saysFailure: false };
export const LazyViewedCheckpoint = lazyView(
  async () => (await import('../panes/ViewedCheckpointBanner.tsx')).ViewedCheckpointBanner,
  unseen,
);
export const LazyRecordSync = lazyView(async () => (await import('./RecordSync.tsx')).RecordSync, unseen);

export const LazyAnnouncer = lazyView(async () => (await import('./Announcer.tsx')).Announcer, unseen);

export const LazyThreadList = lazyView(async () => (await import('../../threads/ThreadList.tsx')).ThreadList);
export const LazyAssistantList = lazyView(
  async () => (await import('../../assistants/AssistantList.tsx')).AssistantList,
);
export const LazyDock = lazyView(async () => (await import('../panes/DockPane.tsx')).DockPane);
export const LazyInspector = lazyView(async () => (await import('../panes/InspectorPane.tsx')).InspectorPane);
export const LazyHistory = lazyView(async () => (await import('../panes/HistorySection.tsx')).HistorySection);
export const LazyInbox = lazyView(async () => (await import('../panes/InboxPane.tsx')).InboxPane);
export const LazyWebhooks = lazyView(
  async () => (await import('../../webhooks/WebhooksView.tsx')).WebhooksView,
);
export const LazyMemory = lazyView(async () => (await import('../panes/MemoryPane.tsx')).MemoryPane);
export const LazyRunsTable = lazyView(async () => (await import('../panes/RunsTablePane.tsx')).RunsTablePane);
export const LazyRuns = lazyView(async () => (await import('../panes/RunsPane.tsx')).RunsPane);
export const LazyInputs = lazyView(async () => (await import('../panes/InputsPane.tsx')).InputsPane);
export const LazyCompare = lazyView(async () => (await import('../panes/ComparePane.tsx')).ComparePane);
/** Usually empty: it takes no place while it loads, nor if that fails. */
export const LazyCompareTray = lazyView(
  async () => (await import('../panes/CompareTrayPane.tsx')).CompareTrayPane,
  { waiting: '', saysFailure: false },
);
export const LazyCrons = lazyView(async () => (await import('../../crons/CronsView.tsx')).CronsView);
export const LazyProjects = lazyView(
  async () => (await import('../../projects/ProjectsView.tsx')).ProjectsView,
);
export const LazyServers = lazyView(
  async () => (await import('../../connections/ServersView.tsx')).ServersView,
);
export const LazyServerLog = lazyView(
  async () => (await import('../../connections/LocalServerLog.tsx')).LocalServerLog,
);
export const LazyRequestsDrawer = lazyOverlay(
  async () => (await import('../../requests/RequestsDrawer.tsx')).RequestsDrawer,
  ({ onOpenChange }) => onOpenChange(false),
);
export const LazyDocumentation = lazyOverlay(
  async () => (await import('../../documentation/DocumentationDrawer.tsx')).DocumentationDrawer,
  ({ onOpenChange }) => onOpenChange(false),
);
export const LazyToasts = lazyOverlay(
  async () => (await import('../../ui/popups/Toasts.tsx')).Toasts,
  () => toastStore.setState({ toasts: [] }),
);
export const LazyPalette = lazyOverlay(
  async () => (await import('../palette/CommandPalette.tsx')).CommandPalette,
  closeDialog,
);
export const LazyShortcuts = lazyOverlay(
  async () => (await import('../palette/ShortcutsDialog.tsx')).ShortcutsDialog,
  closeDialog,
);
export const LazyRunFromCheckpoint = lazyOverlay(
  async () => (await import('../panes/RunFromCheckpointDialog.tsx')).RunFromCheckpointDialog,
  closeDialog,
);
export const LazyRemoveServer = lazyOverlay(
  async () => (await import('../../connections/RemoveServerDialog.tsx')).RemoveServerDialog,
  ({ onOpenChange }) => onOpenChange(false),
);
export const LazyPrices = lazyOverlay(
  async () => (await import('./PricesDialog.tsx')).PricesDialog,
  closeDialog,
);
export const LazyAddInput = lazyOverlay(
  async () => (await import('../../inputs/AddInputDialog.tsx')).AddInputDialog,
  closeDialog,
);
export const LazyBugReport = lazyOverlay(
  async () => (await import('./BugReportDialog.tsx')).BugReportDialog,
  closeDialog,
);
export const LazyCloneThread = lazyOverlay(
  async () => (await import('../../threads/CloneThreadDialog.tsx')).CloneThreadDialog,
  closeDialog,
);
export const LazyRegressionTest = lazyOverlay(
  async () => (await import('../../inputs/RegressionTestDialog.tsx')).RegressionTestDialog,
  closeDialog,
);
export const LazyRecordingDialog = lazyOverlay(
  async () => (await import('../../recordings/RecordingDialog.tsx')).RecordingDialog,
  closeDialog,
);
export const LazyLegend = lazyOverlay(
  async () => (await import('../palette/LegendDialog.tsx')).LegendDialog,
  closeDialog,
);
export const LazyAssistantModals = lazyOverlay(
  async () => (await import('../panes/AssistantModals.tsx')).AssistantModals,
  closeDialog,
);
export const LazyConnectionDialog = lazyOverlay(
  async () => (await import('../../connections/dialog/ConnectionDialog.tsx')).ConnectionDialog,
  closeDialog,
);
export const LazyConfirmWrite = lazyOverlay(
  async () => (await import('../../connections/ConfirmWriteDialog.tsx')).ConfirmWriteDialog,
  ({ store }) => store.getState().pending.forEach(({ cancel }) => cancel()),
);
