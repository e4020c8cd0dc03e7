import { useState } from 'react';
import type { ServerRunKind } from '../../../shared/model/runs/server-run.ts';
import { BatchesView } from '../../batches/BatchesView.tsx';
import { dispatch } from '../../commands/command-queue.ts';
import { ServerRunsView } from '../../server-runs/ServerRunsView.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import type { Workbench } from '../workbench/use-workbench.ts';

type RunsTab = ServerRunKind | 'batches';

const tabs: readonly { readonly value: RunsTab; readonly label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
  { value: 'batches', label: 'Batches' },
];

/** The runs of the selected server, and its batches. */
export function RunsPane({ workbench }: { readonly workbench: Workbench }) {
  const { connectionId } = workbench.selection;
  const [tab, setTab] = useState<RunsTab>('active');
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
  return tab === 'batches' && connectionId !== null ? (
    <BatchesView key={connectionId} connectionId={connectionId} assistant={workbench.assistant} {...shared} />
  ) : (
    <ServerRunsView connectionId={connectionId} kind={tab === 'batches' ? 'active' : tab} {...shared} />
  );
}
