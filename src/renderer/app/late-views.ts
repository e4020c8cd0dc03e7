import { late } from './late.ts';

/* What the window shows beside the graph, in the order in which it is fetched. */

export const LateThreadList = late(async () => (await import('../threads/ThreadList.tsx')).ThreadList);
export const LateAssistantList = late(
  async () => (await import('../assistants/AssistantList.tsx')).AssistantList,
);
export const LateDock = late(async () => (await import('./DockPane.tsx')).DockPane);
export const LateInspector = late(async () => (await import('./InspectorPane.tsx')).InspectorPane);
export const LateHistory = late(async () => (await import('./HistorySection.tsx')).HistorySection);
export const LateInbox = late(async () => (await import('./InboxPane.tsx')).InboxPane);
export const LateWebhooks = late(async () => (await import('../webhooks/WebhooksView.tsx')).WebhooksView);
export const LateServers = late(async () => (await import('../connections/ServersView.tsx')).ServersView);
export const LateServerLog = late(async () => (await import('../local-server/ServerLog.tsx')).ServerLog);
export const LatePalette = late(async () => (await import('./CommandPalette.tsx')).CommandPalette);
export const LateShortcuts = late(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);
export const LateConnectionDialog = late(
  async () => (await import('../connections/ConnectionDialog.tsx')).ConnectionDialog,
);
