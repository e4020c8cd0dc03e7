import { dispatch } from '../../commands/command-queue.ts';
import type { CommandBindings } from '../../commands/command-registry.ts';
import { displayedRun, useSession } from '../../runs/run-session.ts';
import { hasPanes, setCollapsed, setRunSheet, useHasPanes, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { moveFocus } from './keyboard-navigation.ts';

export function useRunCommands(): CommandBindings {
  const store = useUiStore();
  const { connectionId } = useWorkbench().selection;
  const run = useSession(displayedRun);
  const nodeId = useSession(({ selectedNodeId }) => selectedNodeId);
  const viewBlocker = useHasPanes() ? null : 'Go to threads first.';
  const blockerOf = (ofStateless: string): string | null =>
    run === null ? 'Show a run first.' : run.threadId === null ? ofStateless : null;
  return {
    'run.focus': {
      run: () => {
        if (!hasPanes(store.getState().railView)) store.setState({ railView: 'threads' });
        setRunSheet(store, true);
        moveFocus(({ focusMainAction }) => focusMainAction());
      },
    },
    'run.add-input': {
      run: () => {
        if (connectionId === null || run?.threadId == null) return;
        const { threadId, runId } = run;
        dispatch({ type: 'add-input', connectionId, source: { kind: 'run', threadId, runId } });
      },
      blocked: blockerOf('The server does not store the input of a stateless run.'),
    },
    'run.record': {
      run: () => {
        if (connectionId === null || run?.threadId == null) return;
        const { threadId, runId } = run;
        dispatch({ type: 'save-recording', connectionId, threadId, runId });
      },
      blocked: blockerOf('The server stores nothing about a stateless run.'),
    },
    'node.show': {
      run: () => {
        setCollapsed(store, 'inspector', false);
        dispatch({ type: 'inspect-node' });
      },
      blocked: nodeId === null ? 'Select a node first.' : viewBlocker,
      ...(nodeId === null ? {} : { title: `Show what ${nodeId.replaceAll(':', ' › ')} did` }),
    },
  };
}
