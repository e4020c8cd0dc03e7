import { dispatch } from '../../commands/command-queue.ts';
import type { CompareTrayProps } from '../../compare/tray/CompareTray.tsx';
import type { TrayEntry } from '../../domain/compare/compare-tray.ts';
import { useUi, useUiStore } from '../workbench/ui-store.ts';
import type { Workbench } from '../workbench/use-workbench.ts';
import { selectedEntries } from './selected-entries.ts';

export function useCompareTrayProps(workbench: Workbench): Omit<CompareTrayProps, 'children'> {
  const store = useUiStore();
  const displayedRun = useUi(({ displayedLog }) => displayedLog?.key ?? null);
  const { servers } = workbench.servers;
  const open = async ({ side }: TrayEntry): Promise<void> => {
    const { connectionId } = side;
    if (side.kind === 'assistant') {
      workbench.selectServer(connectionId);
      const { assistantId } = side;
      store.setState(({ selection }) => ({
        selection: { ...selection, assistantId, threadId: null, checkpointId: null },
        railView: 'assistants',
      }));
      return;
    }
    const { threadId } = side;
    await workbench.openThread(connectionId, threadId);
    if (side.kind === 'run' || side.kind === 'pass') {
      dispatch({ type: 'show-run', connectionId, run: { runId: side.runId, threadId } });
    }
    // A subgraph's checkpoint is below one of the thread, which a side does not name.
    const isOfThread = side.kind === 'checkpoint' || side.kind === 'execution';
    if (isOfThread && side.checkpointNs === undefined) workbench.selectCheckpoint(side.checkpointId);
  };
  return {
    serverName: (id) => servers?.find(({ connection }) => connection.id === id)?.connection.name ?? null,
    choices: selectedEntries(workbench, displayedRun),
    onOpen: (entry) => void open(entry),
  };
}
