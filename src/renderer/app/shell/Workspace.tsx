import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { SkipToMainAction } from '../../commands/SkipToMainAction.tsx';
import { usePendingCommand } from '../../commands/command-queue.ts';
import { setCollapsed, setDockMaximized, useUiStore, useUi, type CollapsiblePane } from '../ui-store.ts';
import { SplitPane } from '../../ui/controls/SplitPane.tsx';
import { CanvasArea } from '../panes/CanvasArea.tsx';
import {
  LazyAssistantList,
  LazyDock,
  LazyHistory,
  LazyInspector,
  LazyRunFromCheckpoint,
  LazyThreadList,
} from './lazy-views.ts';
import { removeSplash } from '../splash/splash.ts';
import { PaneBoundary, type PaneBoundaryProps } from './PaneBoundary.tsx';
import { useWorkbench } from '../use-workbench.ts';
import styles from './Workspace.module.css';

// Expands the dock when an interrupt inside it is to be answered.
function useRevealInterrupt(threadId: string | null): void {
  const store = useUiStore();
  const focus = usePendingCommand(
    'focus-interrupt',
    (command) => command.threadId === null || command.threadId === threadId,
  );
  useEffect(() => {
    if (focus !== null) setCollapsed(store, 'dock', false);
  }, [focus, store]);
}

// From this width on, in pixels, what a window has more is for the graph, and the side panes stay as they
// are.
const wideQuery = '(min-width: 1400px)';

function watchWidth(listener: () => void): () => void {
  const query = window.matchMedia(wideQuery);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function useIsWide(): boolean {
  return useSyncExternalStore(watchWidth, () => window.matchMedia(wideQuery).matches);
}

function sideWidth(part: number, limit: number): number {
  return Math.min(limit, Math.round(part * window.innerWidth));
}

export function Workspace() {
  const { threadId } = useWorkbench().selection;
  const collapse = useCollapse();
  const keeps = useIsWide() ? 'pixels' : 'share';
  useRevealInterrupt(threadId);
  useLayoutEffect(() => removeSplash('panes'), []);
  return (
    <>
      <CheckpointRun />
      <SplitPane
        id="window.columns"
        direction="row"
        panes={[
          {
            id: 'list',
            size: sideWidth(0.18, 300),
            keeps,
            minSize: 200,
            ...collapse('left'),
            content: <Left />,
          },
          {
            id: 'graph',
            minSize: 280,
            content: <Middle />,
          },
          {
            id: 'inspector',
            size: sideWidth(0.26, 340),
            keeps,
            minSize: 260,
            ...collapse('inspector'),
            content: (
              <div className={styles.pane}>
                <Pane name="The inspector" resetKey={threadId ?? ''}>
                  <LazyInspector />
                </Pane>
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

function Pane(props: PaneBoundaryProps) {
  return (
    <>
      <SkipToMainAction />
      <PaneBoundary {...props} />
    </>
  );
}

function CheckpointRun() {
  const store = useUiStore();
  const request = useUi((state) => state.checkpointRun);
  const { connectionId, threadId } = useWorkbench().selection;
  return request === null || connectionId === null || threadId === null ? null : (
    <LazyRunFromCheckpoint
      connectionId={connectionId}
      threadId={threadId}
      request={request}
      onClose={() => store.setState({ checkpointRun: null })}
    />
  );
}

function Left() {
  const workbench = useWorkbench();
  const collapse = useCollapse();
  const store = useUiStore();
  const showsAssistants = useUi((state) => state.railView === 'assistants');
  const { selection, assistant } = workbench;
  const { connectionId } = selection;
  return (
    <SplitPane
      id="window.left"
      direction="column"
      panes={[
        {
          id: 'rows',
          minSize: 120,
          content: (
            <Pane name="The sidebar" resetKey={connectionId ?? ''}>
              {showsAssistants ? (
                <LazyAssistantList
                  connectionId={connectionId}
                  selectedId={selection.assistantId}
                  onSelect={workbench.selectAssistant}
                  onAction={(action, chosen) => {
                    workbench.selectAssistant(chosen);
                    store.setState({ modal: `assistant:${action}` });
                  }}
                />
              ) : (
                <LazyThreadList
                  key={connectionId}
                  connectionId={connectionId}
                  serverName={workbench.server?.connection.name ?? ''}
                  graphIds={workbench.graphIds}
                  graphId={assistant?.graphId ?? null}
                  selectedId={selection.threadId}
                  onSelect={workbench.selectThread}
                  onOpen={(threadId) => {
                    if (connectionId !== null) void workbench.openThread(connectionId, threadId);
                  }}
                  onGone={() => workbench.selectOwnThread(null)}
                />
              )}
            </Pane>
          ),
        },
        {
          id: 'history',
          size: '55%',
          minSize: 100,
          ...collapse('history'),
          content: (
            <Pane name="The history" resetKey={selection.threadId ?? ''}>
              <LazyHistory />
            </Pane>
          ),
        },
      ]}
    />
  );
}

function Middle() {
  const store = useUiStore();
  const collapse = useCollapse();
  const isDockMaximized = useUi((state) => state.isDockMaximized && !state.collapsed.dock);
  const { connectionId, assistantId } = useWorkbench().selection;
  const graphKey = `${connectionId ?? ''} ${assistantId ?? ''}`;
  return (
    <SplitPane
      id="window.middle"
      direction="column"
      panes={[
        {
          id: 'canvas',
          minSize: 160,
          collapsed: isDockMaximized,
          onCollapsedChange: (next) => setDockMaximized(store, next),
          content: (
            <div className={styles.canvas}>
              <Pane name="The graph" resetKey={graphKey}>
                <CanvasArea />
              </Pane>
            </div>
          ),
        },
        {
          id: 'dock',
          size: '30%',
          minSize: 210,
          ...collapse('dock'),
          content: (
            <div className={styles.pane}>
              <Pane name="The run dock" resetKey={graphKey}>
                {connectionId === null ? null : <LazyDock />}
              </Pane>
            </div>
          ),
        },
      ]}
    />
  );
}

function useCollapse() {
  const store = useUiStore();
  const collapsed = useUi((state) => state.collapsed);
  return (pane: CollapsiblePane) => ({
    collapsed: collapsed[pane],
    onCollapsedChange: (next: boolean) => setCollapsed(store, pane, next),
  });
}
