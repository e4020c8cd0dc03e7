import { lazyOverlay, lazyView } from '../../ui/lazy-view.tsx';
import { toastStore } from '../../ui/popups/toast-store.ts';

/* Lazily loaded views, in the order of preloading. */

const closeDialog = ({ onClose }: { readonly onClose: () => void }): void => onClose();

export const LazyGraphPane = lazyView(async () => (await import('../../graph/GraphPane.tsx')).GraphPane);

export const LazyRecordedNodes = lazyView(
  async () => (await import('../panes/RecordedNodes.tsx')).RecordedNodes,
);

export const LazyServerProblem = lazyView(
  async () => (await import('../panes/ServerProblem.tsx')).ServerProblem,
);

// Nothing takes the place of these until they are loaded.
const unseen = { waiting: '', saysFailure: false };
export const LazyCanvasBanner = lazyView(
  async () => (await import('../panes/CanvasBanner.tsx')).CanvasBanner,
  unseen,
);
export const LazyRecordSync = lazyView(async () => (await import('./RecordSync.tsx')).RecordSync, unseen);

export const LazySafeStartBanner = lazyView(
  async () => (await import('./SafeStartBanner.tsx')).SafeStartBanner,
  unseen,
);

// Of Electron's window only.
export const LazyAppMenuSync = lazyView(
  async () => (await import('../commands/AppMenuSync.tsx')).AppMenuSync,
  unseen,
);

export const LazyProjectReloads = lazyView(
  async () => (await import('../../projects/ProjectReloads.tsx')).ProjectReloads,
  unseen,
);

export const LazyNotifications = lazyView(
  async () => (await import('../Notifications.tsx')).Notifications,
  unseen,
);

export const LazyAnnouncer = lazyView(async () => (await import('./Announcer.tsx')).Announcer, unseen);

export const LazyAwayBanner = lazyView(async () => (await import('./AwayBanner.tsx')).AwayBanner, unseen);

export const LazyRecordingBanner = lazyView(
  async () => (await import('./RecordingBanner.tsx')).RecordingBanner,
  unseen,
);

export const LazyRecordingFiles = lazyView(
  async () => (await import('./RecordingFiles.tsx')).RecordingFiles,
  unseen,
);

export const LazyOpenSource = lazyView(async () => (await import('./OpenSource.tsx')).OpenSource, unseen);

export const LazyAddInput = lazyView(async () => (await import('./AddInput.tsx')).AddInput, unseen);
export const LazyCloneThread = lazyView(async () => (await import('./CloneThread.tsx')).CloneThread, unseen);
export const LazyThreadStorage = lazyView(
  async () => (await import('./ThreadStorage.tsx')).ThreadStorage,
  unseen,
);

export const LazyTeamMember = lazyView(
  async () => (await import('../../team/TeamMemberChip.tsx')).TeamMemberChip,
  unseen,
);
export const LazyThreadViewers = lazyView(
  async () => (await import('../../team/ThreadViewers.tsx')).ThreadViewers,
  unseen,
);

export const LazyWelcome = lazyView(async () => (await import('../Welcome.tsx')).Welcome);
export const LazyFirstSteps = lazyView(async () => (await import('../FirstSteps.tsx')).FirstSteps, unseen);

export const LazyThreads = lazyView(async () => (await import('../panes/ThreadsSection.tsx')).ThreadsSection);
export const LazyAssistants = lazyView(
  async () => (await import('../panes/AssistantsSection.tsx')).AssistantsSection,
);
export const LazyDock = lazyView(async () => (await import('../panes/DockPane.tsx')).DockPane);
export const LazyInspector = lazyView(async () => (await import('../panes/InspectorPane.tsx')).InspectorPane);
export const LazyStory = lazyView(async () => (await import('../panes/StorySection.tsx')).StorySection);
export const LazyInbox = lazyView(async () => (await import('../panes/InboxPane.tsx')).InboxPane);
export const LazyWebhooks = lazyView(
  async () => (await import('../../webhooks/WebhooksView.tsx')).WebhooksView,
);
export const LazyMemory = lazyView(async () => (await import('../panes/MemoryPane.tsx')).MemoryPane);
export const LazyRunsTable = lazyView(async () => (await import('../panes/RunsTablePane.tsx')).RunsTablePane);
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
  async () => (await import('../../connections/DemoServerLog.tsx')).DemoServerLog,
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
export const LazyPrices = lazyOverlay(
  async () => (await import('./PricesDialog.tsx')).PricesDialog,
  closeDialog,
);
export const LazyEditor = lazyOverlay(
  async () => (await import('../../source/EditorDialog.tsx')).EditorDialog,
  closeDialog,
);
export const LazyBugReport = lazyOverlay(
  async () => (await import('./BugReportDialog.tsx')).BugReportDialog,
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
