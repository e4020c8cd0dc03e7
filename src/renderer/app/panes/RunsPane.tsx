import { dispatch } from '../../commands/command-queue.ts';
import { ServerRunsView } from '../../server-runs/ServerRunsView.tsx';
import type { Workbench } from '../workbench/use-workbench.ts';

export function RunsPane({ workbench }: { readonly workbench: Workbench }) {
  const { connectionId } = workbench.selection;
  const open = async (threadId: string, runId: string | null): Promise<void> => {
    if (connectionId === null) return;
    await workbench.openThread(connectionId, threadId);
    if (runId !== null) dispatch({ type: 'show-run', connectionId, run: { runId, threadId } });
  };
  return (
    <ServerRunsView
      connectionId={connectionId}
      serverName={workbench.server?.connection.name ?? ''}
      onOpen={(threadId, runId) => void open(threadId, runId)}
    />
  );
}
