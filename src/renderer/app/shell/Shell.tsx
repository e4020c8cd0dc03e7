import type { Connection } from '../../../shared/model/connection.ts';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { hasPanes, useUi, useUiStore } from '../ui-store.ts';
import { useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { usePresence } from '../use-presence.ts';
import { useHostConnection, useHostConnectionStatus } from '../../rpc/host-connection-context.ts';
import { useConnectionReport } from '../../run-state/use-connection-report.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { toastStore } from '../../ui/popups/toast-store.ts';
import { useWindowCommands } from '../commands/use-window-commands.ts';
import { isWebHost } from '../../rpc/open-port.ts';
import { loadKeyboardNavigation } from '../commands/keyboard-navigation.ts';
import { useStoredKeymap } from '../commands/use-stored-keymap.ts';
import { SkipToMainAction } from '../../commands/SkipToMainAction.tsx';
import { CommandScope } from '../../commands/command-registry.ts';
import { selectionLink } from '../commands/link-commands.ts';
import { useStudioLinks } from '../commands/use-studio-links.ts';
import {
  LazyAddInput,
  LazyAnnouncer,
  LazyCloneThread,
  LazyOpenSource,
  LazyCompare,
  LazyCompareTray,
  LazyCrons,
  LazyDocumentation,
  LazyFirstSteps,
  LazyInbox,
  LazyInputs,
  LazyMemory,
  LazyNotifications,
  LazyProjects,
  LazyRequestsDrawer,
  LazyRunsTable,
  LazyServerLog,
  LazyServers,
  LazyThreadStorage,
  LazyRecordingFiles,
  LazyProjectReloads,
  LazyAppMenuSync,
  LazyRecordSync,
  LazySafeStartBanner,
  LazyToasts,
  LazyWelcome,
  LazyWebhooks,
} from './lazy-views.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { removeSplash } from '../splash/splash.ts';
import { Modals } from './Modals.tsx';
import { ErrorBoundary, PaneBoundary } from './PaneBoundary.tsx';
import { pauseQueriesWhileDisconnected } from '../../queries/query-client.ts';
import { ActivityBar } from './ActivityBar.tsx';
import { TopBar } from './TopBar.tsx';
import { ServerBanner } from './ServerBanner.tsx';
import { SelectionLinkContext } from '../../shared-ui/copy-link.ts';
import { useThreadSync } from '../use-thread-sync.ts';
import { useLoadStorage } from '../use-load-storage.ts';
import { useKeybindings } from '../commands/keybindings.ts';
import { useLoadWorkbench, useValidateSelection, useWorkbench, WorkbenchContext } from '../use-workbench.ts';
import { Workspace } from './Workspace.tsx';
import skipLink from '../../commands/skip-link.module.css';
import styles from './Shell.module.css';

export function useTheme(): void {
  const theme = useUi((state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

export function Shell() {
  useTheme();
  useFreshAfterReconnect();
  const connectionStatus = useHostConnectionStatus();
  const isInTrouble = connectionStatus.state === 'refused' || connectionStatus.error !== null;
  useLayoutEffect(() => {
    if (isInTrouble) removeSplash();
  }, [isInTrouble]);
  return connectionStatus.state === 'refused' ? (
    <main className={styles.refused}>
      <h1 className="visually-hidden">RemoteGraph Studio</h1>
      <EmptyState
        icon={<LogIn size={20} aria-hidden />}
        title={connectionStatus.error?.message ?? 'The studio refused this page.'}
        sentence={connectionStatus.error?.hint}
      />
    </main>
  ) : (
    <Workbench>
      <Window />
    </Workbench>
  );
}

// Its children are not rendered again when it is: only what reads the workbench is.
function Workbench({ children }: { children: ReactNode }) {
  return <WorkbenchContext value={useLoadWorkbench()}>{children}</WorkbenchContext>;
}

function Window() {
  const storageLoad = useLoadStorage();
  const isNew = useUi((state) => state.isNew);
  useLayoutEffect(() => removeSplash('frame'), []);
  return (
    <>
      {isNew ? (
        <PaneBoundary name="The first page">
          <LazyWelcome />
        </PaneBoundary>
      ) : (
        <WindowContent storageLoad={storageLoad} />
      )}
      <WindowEffects />
    </>
  );
}

// What the window does beside drawing. In a component of its own, because much of it follows the workbench.
function WindowEffects() {
  usePresence();
  const workbench = useWorkbench();
  const { connectionId, threadId } = workbench.selection;
  useValidateSelection();
  useThreadSync(connectionId, workbench.thread);
  useConnectionReport(connectionId, threadId, workbench.server?.health?.state ?? null);
  useWindowCommands();
  useStudioLinks();
  useStoredKeymap();
  useKeybindings();
  useEffect(loadKeyboardNavigation, []);
  return null;
}

function WindowContent({ storageLoad }: { storageLoad: boolean }) {
  return (
    <div className={styles.window}>
      <SelectedRecord />
      <a className={skipLink.skip} href="#main">
        Skip to content
      </a>
      <SkipToMainAction />
      <SelectionLink>
        <TopBar />
      </SelectionLink>
      <div className={styles.banners}>
        <ConnectionBanner />
        <LazySafeStartBanner />
        <ServerBanner />
        <LazyNotifications />
        {storageLoad ? <DemoSteps /> : null}
      </div>
      <ActivityBar />
      <main id="main" tabIndex={-1} className={styles.main} data-region>
        <h1 className="visually-hidden">RemoteGraph Studio</h1>
        <SelectionLink>{storageLoad ? <Main /> : <Loading fill>Looking for servers</Loading>}</SelectionLink>
      </main>
      <div className={styles.tray}>
        <PaneBoundary name="The compare tray">{storageLoad ? <LazyCompareTray /> : null}</PaneBoundary>
      </div>
      <Requests />
      <Documentation />
      <div className={styles.dialogs}>
        <Dialogs />
      </div>
      <LazyAddInput />
      <LazyCloneThread />
      <LazyThreadStorage />
      <LazyRecordingFiles />
      {isWebHost() ? null : <LazyAppMenuSync />}
      <Notices />
      <LazyAnnouncer />
      <LazyOpenSource />
      <SelectedProjectReloads />
      <SkipToMainAction />
    </div>
  );
}

function SelectedProjectReloads() {
  const { connectionId, assistantId } = useWorkbench().selection;
  return <LazyProjectReloads connectionId={connectionId} assistantId={assistantId} />;
}

function SelectedRecord() {
  const { connectionId, threadId } = useWorkbench().selection;
  return connectionId === null || threadId === null ? null : (
    <LazyRecordSync key={`${connectionId} ${threadId}`} connectionId={connectionId} threadId={threadId} />
  );
}

function SelectionLink({ children }: { children: ReactNode }) {
  return <SelectionLinkContext value={selectionLink(useWorkbench())}>{children}</SelectionLinkContext>;
}

function DemoSteps() {
  return useWorkbench().server?.connection.kind === 'demo' ? <LazyFirstSteps /> : null;
}

// The selected server, if it is a recording.
function useRecording(): Connection | null {
  const { server } = useWorkbench();
  return server?.connection.kind === 'recording' ? server.connection : null;
}

// A dialog that fails leaves the window as it is; another one is tried again.
function Dialogs() {
  const modal = useUi((state) => state.modal);
  return (
    <ErrorBoundary name="The dialog" resetKey={modal}>
      <Modals />
    </ErrorBoundary>
  );
}

// Stays mounted once it was open, so that it can close.
function Requests() {
  const store = useUiStore();
  const recording = useRecording();
  const isOpen = useUi((state) => state.requestsOpen);
  const [used, setUsed] = useState(isOpen);
  if (isOpen && !used) setUsed(true);
  return isOpen || (used && LazyRequestsDrawer.code.loaded() !== null) ? (
    <PaneBoundary name="The requests">
      <LazyRequestsDrawer
        open={isOpen}
        onOpenChange={(open) => store.setState({ requestsOpen: open })}
        recording={recording}
      />
    </PaneBoundary>
  ) : null;
}

function Documentation() {
  const store = useUiStore();
  const isOpen = useUi((state) => state.documentationOpen);
  const [used, setUsed] = useState(isOpen);
  if (isOpen && !used) setUsed(true);
  return isOpen || (used && LazyDocumentation.code.loaded() !== null) ? (
    <PaneBoundary name="The documentation">
      <LazyDocumentation open={isOpen} onOpenChange={(open) => store.setState({ documentationOpen: open })} />
    </PaneBoundary>
  ) : null;
}

// Stays mounted once there was a toast, so that the last one can go.
function Notices() {
  const isNeeded = useStore(toastStore, ({ toasts }) => toasts.length > 0);
  const [used, setUsed] = useState(isNeeded);
  if (isNeeded && !used) setUsed(true);
  return isNeeded || (used && LazyToasts.code.loaded() !== null) ? (
    <PaneBoundary name="The notices">
      <LazyToasts />
    </PaneBoundary>
  ) : null;
}

// The panes stay mounted behind a view that covers them, so that live runs continue and drafts stay.
function Main() {
  const workbench = useWorkbench();
  const recording = useRecording();
  const store = useUiStore();
  const railView = useUi((state) => state.railView);
  const shownServerId = useUi((state) => state.openServerId);
  const covered = !hasPanes(railView);
  const [opened, setOpened] = useState(!covered);
  if (!covered && !opened) setOpened(true);
  useLayoutEffect(() => {
    if (covered) removeSplash();
  }, [covered]);
  return (
    <>
      {opened ? (
        <div className={styles.panes} inert={covered} data-covered={covered}>
          <CommandScope value={!covered}>
            <Workspace />
          </CommandScope>
        </div>
      ) : null}
      {railView === 'inbox' ? (
        <PaneBoundary name="The inbox">
          <LazyInbox />
        </PaneBoundary>
      ) : null}
      {railView === 'runs' ? (
        <PaneBoundary name="The runs" resetKey={workbench.selection.connectionId ?? ''}>
          <LazyRunsTable />
        </PaneBoundary>
      ) : null}
      {railView === 'compare' ? (
        <PaneBoundary name="The comparison">
          <LazyCompare />
        </PaneBoundary>
      ) : null}
      {railView === 'memory' ? (
        <PaneBoundary name="The memory" resetKey={workbench.selection.connectionId ?? ''}>
          <LazyMemory />
        </PaneBoundary>
      ) : null}
      {railView === 'inputs' ? (
        <PaneBoundary name="The inputs" resetKey={workbench.selection.connectionId ?? ''}>
          <LazyInputs />
        </PaneBoundary>
      ) : null}
      {railView === 'crons' ? (
        <PaneBoundary name="The crons" resetKey={workbench.selection.connectionId ?? ''}>
          <LazyCrons
            connectionId={workbench.selection.connectionId}
            serverName={workbench.server?.connection.name ?? ''}
            assistants={workbench.assistants.data ?? []}
            assistantId={workbench.selection.assistantId}
            onOpenThread={(connection, thread) => void workbench.openThread(connection, thread)}
          />
        </PaneBoundary>
      ) : null}
      {railView === 'webhooks' ? (
        <PaneBoundary name="The webhooks">
          <LazyWebhooks
            recording={recording}
            onOpenThread={(connection, thread) => void workbench.openThread(connection, thread)}
          />
        </PaneBoundary>
      ) : null}
      {railView === 'projects' ? (
        <PaneBoundary name="The projects">
          <LazyProjects
            onReady={workbench.selectServer}
            onShowGraphs={(connection) => {
              workbench.selectServer(connection);
              store.setState({ railView: 'threads' });
            }}
          />
        </PaneBoundary>
      ) : null}
      {railView === 'servers' ? (
        <PaneBoundary name="The servers">
          <LazyServers
            selectedId={workbench.selection.connectionId}
            onSelect={workbench.selectServer}
            openServerId={shownServerId}
            onShow={(id) => store.setState({ openServerId: id })}
            onAdd={(url) =>
              store.setState({
                modal: 'add-server',
                newServer: url === undefined ? null : { url, link: null },
              })
            }
            onEdit={(connection) => store.setState({ modal: `edit:${connection.id}` })}
            demo={<LazyServerLog />}
          />
        </PaneBoundary>
      ) : null}
    </>
  );
}

// After a reconnect, all cached data may be outdated. First reads go on: those of the lost connection have failed with it.
function useFreshAfterReconnect(): void {
  const queryClient = useQueryClient();
  const hostConnection = useHostConnection();
  useEffect(() => pauseQueriesWhileDisconnected(hostConnection), [hostConnection]);
  const { epoch } = useHostConnectionStatus();
  useEffect(() => {
    if (epoch > 1) void queryClient.invalidateQueries();
  }, [epoch, queryClient]);
}
