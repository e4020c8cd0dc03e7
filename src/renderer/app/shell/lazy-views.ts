import { lazyView } from '../../ui/lazy-view.tsx';

/* Lazily loaded views, in the order of preloading. */

export const LazyThreadList = lazyView(
  async () => (await import('../../threads/list/ThreadList.tsx')).ThreadList,
);
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
export const LazyRuns = lazyView(async () => (await import('../panes/RunsPane.tsx')).RunsPane);
export const LazyInputs = lazyView(async () => (await import('../panes/InputsPane.tsx')).InputsPane);
export const LazyCrons = lazyView(async () => (await import('../../crons/CronsView.tsx')).CronsView);
export const LazyProjects = lazyView(
  async () => (await import('../../projects/ProjectsView.tsx')).ProjectsView,
);
export const LazyServers = lazyView(
  async () => (await import('../../connections/ServersView.tsx')).ServersView,
);
export const LazyServerLog = lazyView(
  async () => (await import('../../local-server/LocalServerLog.tsx')).LocalServerLog,
);
export const LazyRequestsDrawer = lazyView(
  async () => (await import('../../requests/RequestsDrawer.tsx')).RequestsDrawer,
);
export const LazyToasts = lazyView(async () => (await import('../../ui/feedback/Toasts.tsx')).Toasts);
export const LazyPalette = lazyView(
  async () => (await import('../palette/CommandPalette.tsx')).CommandPalette,
);
export const LazyShortcuts = lazyView(
  async () => (await import('../palette/ShortcutsDialog.tsx')).ShortcutsDialog,
);
export const LazyRunFromCheckpoint = lazyView(
  async () => (await import('../panes/RunFromCheckpointDialog.tsx')).RunFromCheckpointDialog,
);
export const LazyRemoveServer = lazyView(
  async () => (await import('../../connections/RemoveServerDialog.tsx')).RemoveServerDialog,
);
export const LazyPrices = lazyView(async () => (await import('../../prices/PricesDialog.tsx')).PricesDialog);
export const LazyAddInput = lazyView(
  async () => (await import('../../inputs/AddInputDialog.tsx')).AddInputDialog,
);
export const LazyRegressionTest = lazyView(
  async () => (await import('../../inputs/RegressionTestDialog.tsx')).RegressionTestDialog,
);
export const LazyLegend = lazyView(async () => (await import('../palette/LegendDialog.tsx')).LegendDialog);
export const LazyAssistantModals = lazyView(
  async () => (await import('../panes/AssistantModals.tsx')).AssistantModals,
);
export const LazyConnectionDialog = lazyView(
  async () => (await import('../../connections/dialog/ConnectionDialog.tsx')).ConnectionDialog,
);
export const LazyConfirmWrite = lazyView(
  async () => (await import('../../connections/production/ConfirmWriteDialog.tsx')).ConfirmWriteDialog,
);
