import { useQueryClient } from '@tanstack/react-query';
import { dispatch } from '../../commands/command-queue.ts';
import { isWebHost } from '../../rpc/open-port.ts';
import { useCheckConnection } from '../../connections/mutations.ts';
import { useEndOtherSessions } from '../../sessions/queries.ts';
import { useCreateThread } from '../../threads/mutations.ts';
import { copyText } from '../../ui/copy-text.ts';
import { failedAction } from '../../ui/feedback/describe-error.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import {
  setCollapsed,
  setDockMaximized,
  toggleCollapsed,
  useUiStore,
  type ActivityView,
  type Theme,
} from '../workbench/ui-store.ts';
import type { Workbench } from '../workbench/use-workbench.ts';

/** An action available anywhere: in the palette, by its keys, or both. */
export interface CommandItem {
  readonly id: string;
  readonly title: string;
  /** `Mod+K`, a single key (`?`), or a sequence (`g t`). */
  readonly keys?: string;
  readonly run: () => void;
}

/** The commands that are currently available. */
export function useCommands(workbench: Workbench): readonly CommandItem[] {
  const store = useUiStore();
  const queryClient = useQueryClient();
  const { selection, assistant, thread, server } = workbench;
  const createThread = useCreateThread(selection.connectionId);
  const check = useCheckConnection();
  const endOtherSessions = useEndOtherSessions();

  const show = (railView: ActivityView) => (): void => store.setState({ railView });
  const theme = (next: Theme) => (): void => store.setState({ theme: next });
  const step = (by: -1 | 1) => (): void => {
    setCollapsed(store, 'history', false);
    const { connectionId, threadId } = selection;
    if (connectionId !== null && threadId !== null)
      dispatch({ type: 'step-checkpoint', connectionId, threadId, by });
  };
  const copy = (what: string, text: string) => (): void => {
    void copyText(text).then((done) =>
      showToast(done ? `Copied the ${what}.` : `Could not copy the ${what}.`, done ? 'ok' : 'fail'),
    );
  };

  const always: readonly CommandItem[] = [
    {
      id: 'palette',
      title: 'Search or run a command',
      keys: 'Mod+K',
      run: () => store.setState({ modal: 'palette' }),
    },
    {
      id: 'shortcuts',
      title: 'Show keyboard shortcuts',
      keys: '?',
      run: () => store.setState({ modal: 'shortcuts' }),
    },
    { id: 'show-threads', title: 'Go to threads', keys: 'g t', run: show('threads') },
    { id: 'show-assistants', title: 'Go to assistants', keys: 'g a', run: show('assistants') },
    { id: 'show-inbox', title: 'Go to the inbox', keys: 'g i', run: show('inbox') },
    { id: 'show-webhooks', title: 'Go to webhooks', keys: 'g w', run: show('webhooks') },
    { id: 'show-servers', title: 'Go to servers', keys: 'g s', run: show('servers') },
    {
      id: 'requests',
      title: 'Toggle requests',
      keys: 'g r',
      run: () => store.setState(({ requestsOpen }) => ({ requestsOpen: !requestsOpen })),
    },
    {
      id: 'toggle-left',
      title: 'Toggle sidebar',
      keys: 'Mod+B',
      run: () => toggleCollapsed(store, 'left'),
    },
    {
      id: 'toggle-dock',
      title: 'Toggle run dock',
      keys: 'Mod+J',
      run: () => toggleCollapsed(store, 'dock'),
    },
    {
      id: 'maximize-dock',
      title: 'Maximize or restore run dock',
      run: () => setDockMaximized(store, !store.getState().isDockMaximized),
    },
    {
      id: 'toggle-inspector',
      title: 'Toggle inspector',
      keys: 'Mod+I',
      run: () => toggleCollapsed(store, 'inspector'),
    },
    {
      id: 'toggle-history',
      title: 'Toggle history',
      keys: 'Mod+H',
      run: () => toggleCollapsed(store, 'history'),
    },
    { id: 'add-server', title: 'Add a server', run: () => store.setState({ modal: 'add-server' }) },
    {
      id: 'refresh',
      title: 'Refresh all',
      run: () => void queryClient.invalidateQueries(),
    },
    { id: 'theme-system', title: 'Theme: follow the system', run: theme('system') },
    { id: 'theme-dark', title: 'Theme: dark', run: theme('dark') },
    { id: 'theme-light', title: 'Theme: light', run: theme('light') },
  ];
  const now: (CommandItem | null)[] = [
    assistant && {
      id: 'new-thread',
      title: `New thread for ${assistant.graphId}`,
      keys: 'n',
      run: () =>
        createThread.mutate(
          { graphId: assistant.graphId, name: null },
          { onSuccess: workbench.selectThread, onError: reportError('Could not create the thread') },
        ),
    },
    thread && {
      id: 'close-thread',
      title: 'Close thread',
      run: () => workbench.selectOwnThread(null),
    },
    thread && { id: 'copy-thread', title: 'Copy thread ID', run: copy('thread ID', thread.threadId) },
    assistant && {
      id: 'find-node',
      title: 'Find node in graph',
      keys: '/',
      run: () => dispatch({ type: 'find-node' }),
    },
    assistant && {
      id: 'copy-assistant',
      title: 'Copy assistant ID',
      run: copy('assistant ID', assistant.assistantId),
    },
    selection.threadId === null
      ? null
      : { id: 'older', title: 'Previous checkpoint', keys: '[', run: step(-1) },
    selection.threadId === null ? null : { id: 'newer', title: 'Next checkpoint', keys: ']', run: step(1) },
    selection.checkpointId === null
      ? null
      : { id: 'newest', title: 'Latest checkpoint', run: () => workbench.selectCheckpoint(null) },
    server && {
      id: 'check-server',
      title: `Check ${server.connection.name} now`,
      run: () => check.mutate(server.connection.id, { onError: reportError('Check failed') }),
    },
    server?.connection.kind === 'remote'
      ? {
          id: 'edit-server',
          title: `Edit ${server.connection.name}`,
          run: () => store.setState({ modal: `edit:${server.connection.id}` }),
        }
      : null,
    isWebHost()
      ? { id: 'end-sessions', title: 'End all other sessions', run: () => endOtherSessions.mutate() }
      : null,
  ];
  return [...now.filter((command) => command !== null), ...always];
}

/** Commands have no UI of their own for errors. */
function reportError(action: string): (error: Error) => void {
  return (error) => showToast(failedAction(action, error), 'fail');
}
