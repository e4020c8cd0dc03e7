import { dispatch, useCommandHandler } from '../../commands/command-queue.ts';
import type { CommandBinding, CommandBindings } from '../../commands/command-registry.ts';
import { setCollapsed, useHasPanes, useUiStore, type CollapsiblePane } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';

export function useCheckpointCommands(): CommandBindings {
  const store = useUiStore();
  const { selection, openCheckpoint, selectCheckpoint } = useWorkbench();
  const { connectionId, threadId, checkpointId, inner } = selection;
  const hasPanes = useHasPanes();
  useCommandHandler('open-checkpoint', (command) => {
    // The selection may have changed while it was looked for.
    if (command.connectionId !== connectionId || command.threadId !== threadId) return;
    setCollapsed(store, 'inspector', false);
    openCheckpoint({ checkpointId: command.checkpointId, inner: command.inner });
  });
  const onThread = (
    pane: CollapsiblePane,
    act: (thread: { readonly connectionId: string; readonly threadId: string }) => void,
  ): CommandBinding => ({
    run: () => {
      if (connectionId === null || threadId === null) return;
      setCollapsed(store, pane, false);
      act({ connectionId, threadId });
    },
    blocked: threadId === null ? 'Select a thread first.' : hasPanes ? null : 'Go to threads first.',
  });
  const compareWith = (other: 'parent' | 'latest'): CommandBinding =>
    onThread('inspector', (ref) => dispatch({ type: 'compare-checkpoint', ...ref, other }));
  const step = (by: -1 | 1): CommandBinding =>
    onThread('story', (ref) => dispatch({ type: 'step-checkpoint', ...ref, by }));
  // Servers start no run inside a subgraph.
  const runnableId = inner === undefined ? checkpointId : null;
  return {
    'state.edit': {
      ...onThread('inspector', (ref) =>
        dispatch({ type: 'edit-state', ...ref, checkpointNs: null, asNode: null, message: null }),
      ),
      connectionId,
    },
    'state.compare-previous': compareWith('parent'),
    'state.compare-latest': compareWith('latest'),
    'checkpoint.add-input': {
      run: () => {
        if (connectionId === null || threadId === null || runnableId === null) return;
        const source = { kind: 'checkpoint', threadId, checkpointId: runnableId } as const;
        dispatch({ type: 'add-input', connectionId, source });
      },
      blocked:
        threadId === null
          ? 'Select a thread first.'
          : runnableId === null
            ? 'Select a checkpoint of the thread itself first.'
            : null,
    },
    'checkpoint.previous': step(-1),
    'checkpoint.next': step(1),
    'checkpoint.latest': {
      run: () => selectCheckpoint(null),
      blocked: checkpointId === null ? 'The latest checkpoint is selected.' : null,
    },
  };
}
