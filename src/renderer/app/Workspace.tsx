import { useRef, useState, type RefObject, type ReactNode } from 'react';
import type { StartedRun } from '../../shared/model/run.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { AssistantList } from '../assistants/AssistantList.tsx';
import type { NodeActivityStore } from '../client/node-activity.ts';
import type { RunStarter } from '../client/run-starter.ts';
import { HistoryPane } from '../history/HistoryPane.tsx';
import { SentMessage } from '../runs/messages/SentMessage.tsx';
import { RunDock } from '../runs/RunDock.tsx';
import { StateInspector } from '../state/StateInspector.tsx';
import { ThreadList } from '../threads/ThreadList.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SplitPane } from '../ui/SplitPane.tsx';
import { PaneHeader } from '../ui/Toolbar.tsx';
import { CanvasArea } from './CanvasArea.tsx';
import { DockResume } from './DockResume.tsx';
import { PaneBoundary } from './PaneBoundary.tsx';
import { RunFromDialog, type RunFrom } from './RunFromDialog.tsx';
import { setFolded, useUi, useUiStore, type FoldablePane } from './ui-store.ts';
import { useActivity } from './use-activity.ts';
import { useUnfoldForFocus } from './use-unfold-for-focus.ts';
import type { Workbench } from './use-workbench.ts';
import styles from './Workspace.module.css';

interface PaneProps {
  readonly workbench: Workbench;
}

/** Lists on the left, the graph over the run dock in the middle, the state on the right. */
export function Workspace({ workbench }: PaneProps) {
  const fold = useFold();
  const [startedRun, setStartedRun] = useState<StartedRun | null>(null);
  const starter = useRef<RunStarter | null>(null);
  useUnfoldForFocus();
  return (
    <SplitPane
      id="window.columns"
      direction="row"
      panes={[
        {
          id: 'list',
          size: '20.4%',
          minSize: 200,
          ...fold('left'),
          content: <Left workbench={workbench} starter={starter} />,
        },
        {
          id: 'graph',
          minSize: 280,
          content: <Middle workbench={workbench} startedRun={startedRun} starter={starter} />,
        },
        {
          id: 'inspector',
          size: '26.6%',
          minSize: 260,
          ...fold('inspector'),
          content: <Inspector workbench={workbench} onStarted={setStartedRun} />,
        },
      ]}
    />
  );
}

function Left({ workbench, starter }: StarterProps) {
  const fold = useFold();
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
            <PaneBoundary name="The list" resetKey={connectionId ?? ''}>
              {showsAssistants ? (
                <AssistantList
                  connectionId={connectionId}
                  selectedId={selection.assistantId}
                  onSelect={workbench.selectAssistant}
                />
              ) : (
                <ThreadList
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
            </PaneBoundary>
          ),
        },
        {
          id: 'history',
          size: '55%',
          minSize: 100,
          ...fold('history'),
          content: <History workbench={workbench} starter={starter} />,
        },
      ]}
    />
  );
}

function History({ workbench, starter }: StarterProps) {
  const store = useUiStore();
  const stepWish = useUi((state) => state.stepWish);
  const [asked, setAsked] = useState<RunFrom | null>(null);
  const { connectionId, threadId, checkpointId, inner } = workbench.selection;
  if (connectionId === null || threadId === null) {
    return (
      <section className={styles.pane} aria-label="History">
        <PaneHeader title="History" />
        <EmptyState compact title="No thread" sentence="Choose a thread to see its checkpoints." />
      </section>
    );
  }
  return (
    <PaneBoundary name="The history" resetKey={threadId}>
      <HistoryPane
        key={threadId}
        connectionId={connectionId}
        threadId={threadId}
        selected={{ checkpointId, inner: inner ?? null }}
        onSelect={workbench.selectPlace}
        stepWish={stepWish}
        onRunFrom={(wanted) => {
          setFolded(store, 'dock', false);
          setAsked({ ...wanted, nodeId: null });
        }}
        onCompare={(place, other) => {
          workbench.selectPlace(place);
          setFolded(store, 'inspector', false);
          store.setState(({ compareWish }) => ({
            compareWish: { threadId, other, ask: (compareWish?.ask ?? 0) + 1 },
          }));
        }}
      />
      {asked === null ? null : (
        <RunFromDialog
          asked={asked}
          server={workbench.server}
          starter={starter}
          onClose={() => setAsked(null)}
        />
      )}
    </PaneBoundary>
  );
}

interface StarterProps extends PaneProps {
  /** Starts runs in the dock. */
  readonly starter: RefObject<RunStarter | null>;
}

interface MiddleProps extends StarterProps {
  /** A run that another pane started; the dock shows it. */
  readonly startedRun: StartedRun | null;
}

function Middle({ workbench, startedRun, starter }: MiddleProps) {
  const fold = useFold();
  const { connectionId, assistantId } = workbench.selection;
  const graphKey = `${connectionId ?? ''} ${assistantId ?? ''}`;
  const activity = useActivity(graphKey);
  return (
    <SplitPane
      id="window.middle"
      direction="column"
      panes={[
        {
          id: 'canvas',
          minSize: 160,
          content: (
            <div className={styles.canvas}>
              <PaneBoundary name="The graph" resetKey={graphKey}>
                <CanvasArea workbench={workbench} activity={activity} starter={starter} />
              </PaneBoundary>
            </div>
          ),
        },
        {
          id: 'dock',
          size: '35%',
          minSize: 140,
          ...fold('dock'),
          content: (
            <div className={styles.pane}>
              <PaneBoundary name="The run dock" resetKey={graphKey}>
                {connectionId === null ? null : (
                  <Dock workbench={workbench} startedRun={startedRun} activity={activity} starter={starter} />
                )}
              </PaneBoundary>
            </div>
          ),
        },
      ]}
    />
  );
}

interface DockProps extends MiddleProps {
  readonly activity: NodeActivityStore;
}

function Dock({ workbench, startedRun, activity, starter }: DockProps) {
  const store = useUiStore();
  const selectedNodeId = useUi((state) => state.selectedNodeId);
  const { connectionId, threadId, checkpointId } = workbench.selection;
  if (connectionId === null) return null;
  return (
    <RunDock
      connectionId={connectionId}
      serverName={workbench.server?.connection.name ?? 'this server'}
      assistant={workbench.assistant}
      thread={workbench.thread ?? (threadId === null ? null : unseenThread(threadId))}
      checkpointId={checkpointId}
      startedRun={startedRun}
      activity={activity}
      starter={starter}
      onThread={workbench.selectOwnThread}
      onCheckpoint={workbench.selectCheckpoint}
      nodeId={selectedNodeId}
      onNode={(nodeId) => store.setState({ selectedNodeId: nodeId })}
      renderResume={(slot) => <DockResume slot={slot} />}
    />
  );
}

/** A thread of which only the id is known yet: the dock goes on with it at once, the record follows. */
function unseenThread(threadId: string): Thread {
  return {
    threadId,
    status: 'unknown',
    name: null,
    tags: [],
    graphId: null,
    assistantId: null,
    createdAt: null,
    updatedAt: null,
  };
}

function Inspector({ workbench, onStarted }: PaneProps & { readonly onStarted: (run: StartedRun) => void }) {
  const { connectionId, assistantId, threadId, checkpointId, inner } = workbench.selection;
  const editAs = useUi((state) => state.editAs);
  const compareWish = useUi((state) => state.compareWish);
  if (connectionId === null) return <div className={styles.pane} />;
  return (
    <div className={styles.pane}>
      <PaneBoundary name="The inspector" resetKey={threadId ?? ''}>
        <StateInspector
          connectionId={connectionId}
          threadId={threadId}
          assistantId={assistantId}
          checkpointId={checkpointId}
          inner={inner}
          compare={compareWish?.threadId === threadId ? compareWish : null}
          onCheckpoint={workbench.selectCheckpoint}
          onStarted={onStarted}
          editAs={editAs?.threadId === threadId ? editAs : null}
          renderMessage={renderMessage}
        />
      </PaneBoundary>
    </div>
  );
}

const renderMessage = (json: string): ReactNode => <SentMessage text={json} />;

/** Folded state and its change, for the panes of a `SplitPane`. */
function useFold() {
  const store = useUiStore();
  const folded = useUi((state) => state.folded);
  return (pane: FoldablePane) => ({
    folded: folded[pane],
    onFoldedChange: (next: boolean) => setFolded(store, pane, next),
  });
}
