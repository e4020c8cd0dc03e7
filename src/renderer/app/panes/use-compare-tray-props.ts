import { dispatch } from '../../commands/command-queue.ts';
import type { CompareTrayProps } from '../../compare/CompareTray.tsx';
import type { TrayEntry } from '../../shared-ui/compare-tray.ts';
import { changeSelection, displayedRun, useRunSession, useSession } from '../../runs/run-session.ts';
import { useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { selectedEntries } from './selected-entries.ts';

/** What the compare tray takes from the window: names of servers, what is selected, and how to show a side. */
export function useCompareTrayProps(): Omit<CompareTrayProps, 'children'> {
  const workbench = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  const run = useSession(displayedRun);
  const { servers } = workbench.servers;
  const open = async ({ side }: TrayEntry): Promise<void> => {
    const { connectionId } = side;
    if (side.kind === 'assistant') {
      const { assistantId } = side;
      changeSelection(session, () => ({ connectionId, assistantId, threadId: null, checkpointId: null }));
      store.setState({ railView: 'assistants' });
      return;
    }
    const { threadId } = side;
    await workbench.openThread(connectionId, threadId);
    if (side.kind === 'run' || side.kind === 'turn') {
      dispatch({ type: 'show-run', connectionId, run: { runId: side.runId, threadId } });
    }
    // A subgraph's checkpoint is below one of the thread, which a side does not name.
    const isOfThread = side.kind === 'checkpoint' || side.kind === 'execution';
    if (isOfThread && side.checkpointNs === undefined) workbench.selectCheckpoint(side.checkpointId);
  };
  return {
    serverName: (id) => servers?.find(({ connection }) => connection.id === id)?.connection.name ?? null,
    choices: selectedEntries(workbench, run),
    onOpen: (entry) => void open(entry),
  };
}
