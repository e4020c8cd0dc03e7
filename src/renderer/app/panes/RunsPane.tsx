import { useState } from 'react';
import type { ServerRunKind } from '../../../shared/model/server-run.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { ServerRunsView } from '../../server-runs/ServerRunsView.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { useWorkbench } from '../use-workbench.ts';

const tabs: readonly { readonly value: ServerRunKind; readonly label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
];

export function RunsPane() {
  const workbench = useWorkbench();
  const { connectionId } = workbench.selection;
  const [tab, setTab] = useState<ServerRunKind>('active');
  const open = async (threadId: string, runId: string | null): Promise<void> => {
    if (connectionId === null) return;
    await workbench.openThread(connectionId, threadId);
    if (runId !== null) dispatch({ type: 'show-run', connectionId, run: { runId, threadId } });
  };
  const shared = {
    serverName: workbench.server?.connection.name ?? '',
    switcher: <SegmentedControl label="Show runs" value={tab} onChange={setTab} options={tabs} />,
    onOpen: (threadId: string, runId: string | null) => void open(threadId, runId),
  };
  return <ServerRunsView connectionId={connectionId} kind={tab} {...shared} />;
}
