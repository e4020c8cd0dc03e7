import { dispatch } from '../../commands/command-queue.ts';
import { RunsTableView } from '../../runs-table/RunsTableView.tsx';
import { useWorkbench } from '../use-workbench.ts';

export function RunsTablePane() {
  const workbench = useWorkbench();
  const { connectionId } = workbench.selection;
  const open = async (threadId: string, runId: string): Promise<void> => {
    if (connectionId === null) return;
    await workbench.openThread(connectionId, threadId);
    dispatch({ type: 'show-run', connectionId, run: { runId, threadId } });
  };
  return (
    <RunsTableView
      connectionId={connectionId}
      serverName={workbench.server?.connection.name ?? ''}
      onOpen={(threadId, runId) => void open(threadId, runId)}
    />
  );
}
