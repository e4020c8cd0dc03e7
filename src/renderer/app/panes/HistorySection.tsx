import { dispatch } from '../../commands/command-queue.ts';
import { HistoryPane } from '../../history/HistoryPane.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { PaneHeader } from '../../ui/controls/Toolbar.tsx';
import { selectNode, useRunSession } from '../../runs/run-session.ts';
import { confirmCheckpointRun, setCollapsed, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import styles from '../shell/Workspace.module.css';

export function HistorySection() {
  const workbench = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  const { connectionId, threadId, checkpointId, inner } = workbench.selection;
  if (connectionId === null || threadId === null) {
    return (
      <section className={styles.pane} aria-label="History">
        <PaneHeader title="History" />
        <EmptyState
          compact
          title="No thread"
          sentence="Select a thread to see its checkpoints."
          action={
            <Button size="small" onClick={() => runCommand('view.palette')}>
              Find a thread
            </Button>
          }
        />
      </section>
    );
  }
  return (
    <HistoryPane
      key={threadId}
      connectionId={connectionId}
      threadId={threadId}
      selected={{ checkpointId, inner: inner ?? null }}
      onSelect={workbench.openCheckpoint}
      onRunFrom={(wanted) => confirmCheckpointRun(store, { ...wanted, nodeId: null })}
      onNode={(nodeId, taskId) => {
        setCollapsed(store, 'inspector', false);
        selectNode(session, nodeId, taskId);
      }}
      onCompare={(selection, other) => {
        workbench.openCheckpoint(selection);
        setCollapsed(store, 'inspector', false);
        dispatch({ type: 'compare-checkpoint', connectionId, threadId, other });
      }}
    />
  );
}
