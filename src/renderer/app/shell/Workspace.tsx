import { useEffect, useLayoutEffect, useState } from 'react';
import { SkipToMainAction } from '../../commands/SkipToMainAction.tsx';
import { usePendingCommand } from '../../commands/command-queue.ts';
import {
  setCollapsed,
  setDockMaximized,
  setRunSheet,
  useCollapsedPanes,
  useIsSheetOpen,
  useUiStore,
  useUi,
  type CollapsiblePane,
} from '../ui-store.ts';
import { SheetHostContext } from '../panes/sheet-host.ts';
import { SplitPane } from '../../ui/controls/SplitPane.tsx';
import { CanvasArea } from '../panes/CanvasArea.tsx';
import {
  LazyAssistants,
  LazyDock,
  LazyStory,
  LazyInspector,
  LazyRunFromCheckpoint,
  LazyThreads,
} from './lazy-views.ts';
import { removeSplash } from '../splash/splash.ts';
import { PaneBoundary, type PaneBoundaryProps } from './PaneBoundary.tsx';
import { useWindowRoom } from '../window-room.ts';
import { useStoryBlocker, useWorkbench } from '../use-workbench.ts';
import styles from './Workspace.module.css';

// Opens the run sheet when an interrupt is to be answered, and closes it when the inspector is to show something.
function useRevealTarget(threadId: string | null): void {
  const store = useUiStore();
  const focus = usePendingCommand(
    'focus-interrupt',
    (command) => command.threadId === null || command.threadId === threadId,
  );
  useEffect(() => {
    if (focus !== null) setRunSheet(store, true);
  }, [focus, store]);
  const isInspecting = usePendingCommand('inspect-node') !== null;
  useEffect(() => {
    if (isInspecting) setRunSheet(store, false);
  }, [isInspecting, store]);
}

// A sixth of a very wide window is more than the limit, and there is room for whole names.
function sideWidth(part: number, limit: number): number {
  const width = window.innerWidth;
  return Math.round(Math.min(part * width, Math.max(limit, width / 6)));
}

export function Workspace() {
  const { threadId } = useWorkbench().selection;
  const collapse = useCollapse();
  const store = useUiStore();
  const isWide = useWindowRoom() === 'wide';
  const keeps = isWide ? 'pixels' : 'share';
  const isSheetOpen = useIsSheetOpen();
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const [inspector, setInspector] = useState<HTMLElement | null>(null);
  useSheetWidth(sheet, inspector);
  useRevealTarget(threadId);
  useLayoutEffect(() => removeSplash('panes'), []);
  const inspectorPane = collapse('inspector');
  return (
    <SheetHostContext value={sheet}>
      <CheckpointRun />
      <SplitPane
        id="window.columns"
        direction="row"
        panes={[
          {
            id: 'list',
            size: sideWidth(0.22, 330),
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
            size: sideWidth(0.27, 380),
            keeps,
            minSize: 260,
            // A wide window makes room for the sheet; in a narrow one it lies over the canvas.
            collapsed: inspectorPane.collapsed && !(isSheetOpen && isWide),
            onCollapsedChange: (next) => {
              inspectorPane.onCollapsedChange(next);
              if (next) setRunSheet(store, false);
            },
            content: (
              <div ref={setInspector} className={styles.pane} inert={isSheetOpen} data-covered={isSheetOpen}>
                <Pane name="The inspector" resetKey={threadId ?? ''}>
                  <LazyInspector />
                </Pane>
              </div>
            ),
          },
        ]}
      />
      <div
        ref={setSheet}
        className={styles.sheet}
        data-pane="composer"
        data-notices="cover"
        inert={!isSheetOpen}
      />
    </SheetHostContext>
  );
}

// The sheet covers the inspector exactly, and is wider where that is too narrow for a form.
function useSheetWidth(sheet: HTMLElement | null, inspector: HTMLElement | null): void {
  useEffect(() => {
    if (sheet === null || inspector === null) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) sheet.style.setProperty('--inspector-width', `${entry.contentRect.width}px`);
    });
    watcher.observe(inspector);
    return () => watcher.disconnect();
  }, [sheet, inspector]);
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
  const collapse = useCollapse();
  const showsAssistants = useUi((state) => state.railView === 'assistants');
  const threads = collapse('threads');
  const story = collapse('story');
  const isStoryBlocked = useStoryBlocker() !== null;
  const { selection } = useWorkbench();
  return (
    <SplitPane
      id="window.left"
      direction="column"
      panes={[
        {
          id: 'rows',
          minSize: 120,
          ...threads,
          // Assistants are chosen in this list alone.
          collapsed: threads.collapsed && !showsAssistants,
          content: (
            <Pane name="The sidebar" resetKey={selection.connectionId ?? ''}>
              {showsAssistants ? <LazyAssistants /> : <LazyThreads />}
            </Pane>
          ),
        },
        {
          id: 'story',
          formerId: 'history',
          size: '62%',
          minSize: 100,
          ...story,
          collapsed: story.collapsed || isStoryBlocked,
          content: (
            <Pane name="The story" resetKey={selection.threadId ?? ''}>
              <LazyStory />
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
            <div className={styles.canvas} data-notices="room">
              <Pane name="The graph" resetKey={graphKey}>
                <CanvasArea />
              </Pane>
            </div>
          ),
        },
        {
          id: 'dock',
          size: '34%',
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
  const collapsed = useCollapsedPanes();
  return (pane: CollapsiblePane) => ({
    collapsed: collapsed[pane] === true,
    onCollapsedChange: (next: boolean) => setCollapsed(store, pane, next),
  });
}
