import { useMissingCapability } from '../../rpc/server-features.ts';
import { useQueryClient } from '@tanstack/react-query';
import { dispatch, useCommandHandler, type Command } from '../../commands/command-queue.ts';
import {
  useCommandBindings,
  type ChangingCommandBinding,
  type CommandBinding,
} from '../../commands/command-registry.ts';
import { displayedRun, useSession } from '../../runs/session/run-session.ts';
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
  useHasPanes,
  useUiStore,
  type ActivityView,
  type CollapsiblePane,
  type ModalName,
  type Theme,
} from '../workbench/ui-store.ts';
import { useWorkbench } from '../workbench/use-workbench.ts';
import { linkCommands } from '../links/link-commands.ts';
import { focusMainAction, focusRegion } from './regions.ts';

/** The commands of the window: what is selected, shown and collapsed. Panes bind their own. */
export function useWindowCommands(): void {
  const workbench = useWorkbench();
  const store = useUiStore();
  const queryClient = useQueryClient();
  const { selection, assistant, thread, server } = workbench;
  const { connectionId, threadId } = selection;
  const createThread = useCreateThread(connectionId);
  const check = useCheckConnection();
  const endOtherSessions = useEndOtherSessions();
  const noHistory = useMissingCapability(connectionId, 'threadHistory');
  const noVersions = useMissingCapability(connectionId, 'assistantVersions');
  const hasPanes = useHasPanes();

  /** Servers start no run inside a subgraph. */
  const displayedCheckpointId = selection.inner === undefined ? selection.checkpointId : null;
  const run = useSession(displayedRun);
  const nodeId = useSession(({ selectedNodeId }) => selectedNodeId);

  const show = (railView: ActivityView): CommandBinding => ({ run: () => store.setState({ railView }) });
  const theme = (next: Theme): CommandBinding => ({ run: () => store.setState({ theme: next }) });
  const toggle = (pane: CollapsiblePane): CommandBinding => ({
    run: () => toggleCollapsed(store, pane),
    blocked: hasPanes ? null : 'Threads and assistants have this pane.',
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
  const modal = (name: ModalName): CommandBinding => ({ run: () => store.setState({ modal: name }) });
  const onAssistant = (name: ModalName, verb: string): CommandBinding | null =>
    assistant && { ...modal(name), title: `${verb} assistant ${assistant.name}` };
  const changing = (binding: CommandBinding | null): ChangingCommandBinding | null =>
    binding && { ...binding, connectionId };
  const copy = (what: string, text: string): CommandBinding => ({
    run: () =>
      void copyText(text).then((done) =>
        showToast(done ? `Copied the ${what}.` : `Could not copy the ${what}.`, done ? 'ok' : 'fail'),
      ),
  });

  const onServers = (command: Command): CommandBinding => ({
    run: () => {
      store.setState({ railView: 'servers' });
      dispatch(command);
    },
  });

  useCommandHandler('open-checkpoint', (command) => {
    // The selection may have changed while it was looked for.
    if (command.connectionId !== connectionId || command.threadId !== threadId) return;
    setCollapsed(store, 'inspector', false);
    workbench.openCheckpoint({ checkpointId: command.checkpointId, inner: command.inner });
  });

  useCommandBindings({
    'run.focus': {
      run: () => {
        setCollapsed(store, 'dock', false);
        focusMainAction();
      },
      blocked: hasPanes ? null : 'Go to threads first.',
    },
    'node.show': {
      run: () => {
        setCollapsed(store, 'inspector', false);
        dispatch({ type: 'inspect-node' });
      },
      blocked: nodeId === null ? 'Select a node first.' : hasPanes ? null : 'Go to threads first.',
      ...(nodeId === null ? {} : { title: `Show what ${nodeId.replaceAll(':', ' › ')} did` }),
    },
    'state.edit': {
      ...onThread('inspector', (ref) =>
        dispatch({ type: 'edit-state', ...ref, asNode: null, message: null }),
      ),
      connectionId,
    },
    'state.compare-previous': onThread('inspector', (ref) =>
      dispatch({ type: 'compare-checkpoint', ...ref, other: 'parent' }),
    ),
    'state.compare-latest': onThread('inspector', (ref) =>
      dispatch({ type: 'compare-checkpoint', ...ref, other: 'latest' }),
    ),
    'run.add-input': {
      run: () => {
        if (connectionId === null || run?.threadId == null) return;
        const { threadId: runThreadId, runId } = run;
        dispatch({ type: 'add-input', connectionId, source: { kind: 'run', threadId: runThreadId, runId } });
      },
      blocked:
        run === null
          ? 'Show a run first.'
          : run.threadId === null
            ? 'The server does not keep the input of a stateless run.'
            : null,
    },
    'checkpoint.add-input': {
      run: () => {
        if (connectionId === null || threadId === null || displayedCheckpointId === null) return;
        const source = { kind: 'checkpoint', threadId, checkpointId: displayedCheckpointId } as const;
        dispatch({ type: 'add-input', connectionId, source });
      },
      blocked:
        threadId === null
          ? 'Select a thread first.'
          : displayedCheckpointId === null
            ? 'Select a checkpoint of the thread itself first.'
            : null,
    },
    'checkpoint.previous': onThread('history', (ref) =>
      dispatch({ type: 'step-checkpoint', ...ref, by: -1 }),
    ),
    'checkpoint.next': onThread('history', (ref) => dispatch({ type: 'step-checkpoint', ...ref, by: 1 })),
    'checkpoint.latest': {
      run: () => workbench.selectCheckpoint(null),
      blocked: selection.checkpointId === null ? 'The latest checkpoint is selected.' : null,
    },
    'thread.new': assistant && {
      connectionId,
      title: `New thread for ${assistant.graphId}`,
      run: () =>
        createThread.mutate(
          { graphId: assistant.graphId, name: null },
          { onSuccess: workbench.selectThread, onError: reportError('Could not create the thread') },
        ),
    },
    'thread.close': thread && { run: () => workbench.selectOwnThread(null) },
    'thread.clone': {
      run: () => {
        if (connectionId === null || thread === null) return;
        const { threadId: id, name, graphId } = thread;
        dispatch({
          type: 'clone-thread',
          source: { connectionId, threadId: id },
          title: name ?? id,
          graphId,
        });
      },
      blocked: thread === null ? 'Select a thread first.' : noHistory,
    },
    'thread.record': {
      run: () => {
        if (connectionId === null || threadId === null) return;
        dispatch({ type: 'save-recording', connectionId, threadId, runId: null });
      },
      blocked: threadId === null ? 'Select a thread first.' : null,
    },
    'run.record': {
      run: () => {
        if (connectionId === null || run?.threadId == null) return;
        const { threadId: ownThreadId, runId } = run;
        dispatch({ type: 'save-recording', connectionId, threadId: ownThreadId, runId });
      },
      blocked:
        run === null
          ? 'Show a run first.'
          : run.threadId === null
            ? 'The server keeps nothing of a stateless run.'
            : null,
    },
    'thread.copy-id': thread && copy('thread ID', thread.threadId),
    'assistant.new': assistant && { ...modal('assistant:new'), connectionId },
    'assistant.edit': changing(onAssistant('assistant:edit', 'Edit')),
    'assistant.copy': changing(onAssistant('assistant:copy', 'Copy')),
    'assistant.versions': assistant && {
      ...modal('assistant:versions'),
      title: `Show versions of assistant ${assistant.name}`,
      blocked: noVersions,
    },
    'assistant.delete':
      assistant?.bySystem === true
        ? { run: () => undefined, blocked: 'The default assistant of a graph stays.', connectionId }
        : changing(onAssistant('assistant:delete', 'Delete')),
    'assistant.copy-id': assistant && copy('assistant ID', assistant.assistantId),
    ...linkCommands(workbench, nodeId),
    'show.threads': show('threads'),
    'show.assistants': show('assistants'),
    'show.inbox': show('inbox'),
    'show.runs': show('runs'),
    'show.inputs': show('inputs'),
    'show.compare': show('compare'),
    'show.memory': show('memory'),
    'show.crons': show('crons'),
    'show.webhooks': show('webhooks'),
    'show.projects': show('projects'),
    'show.servers': show('servers'),
    'view.palette': { run: () => store.setState({ modal: 'palette' }) },
    'view.shortcuts': { run: () => store.setState({ modal: 'shortcuts' }) },
    'view.prices': { run: () => store.setState({ modal: 'prices' }) },
    'view.legend': { run: () => store.setState({ modal: 'legend' }) },
    'view.next-region': { run: () => focusRegion(1) },
    'view.previous-region': { run: () => focusRegion(-1) },
    'view.requests': {
      run: () =>
        store.setState(({ requestsOpen }) => ({ requestsOpen: !requestsOpen, documentationOpen: false })),
    },
    'view.sidebar': toggle('left'),
    'view.dock': toggle('dock'),
    'view.maximize-dock': {
      run: () => setDockMaximized(store, !store.getState().isDockMaximized),
      blocked: hasPanes ? null : 'Threads and assistants have this pane.',
    },
    'view.inspector': toggle('inspector'),
    'view.history': toggle('history'),
    'view.theme-system': theme('system'),
    'view.theme-dark': theme('dark'),
    'view.theme-light': theme('light'),
    'server.add': { run: () => store.setState({ modal: 'add-server' }) },
    'server.find': onServers({ type: 'find-servers' }),
    'server.import': onServers({ type: 'import-servers' }),
    'server.export': onServers({ type: 'export-servers' }),
    'server.import-env': {
      run: () => {
        store.setState({ modal: 'add-server' });
        dispatch({ type: 'import-env' });
      },
    },
    'server.open-recording': { run: () => void dispatch({ type: 'open-recording' }) },
    'server.check': server && {
      title: `Check ${server.connection.name} now`,
      run: () => check.mutate(server.connection.id, { onError: reportError('Check failed') }),
    },
    'server.edit':
      server?.connection.kind === 'remote'
        ? {
            title: `Edit ${server.connection.name}`,
            run: () => store.setState({ modal: `edit:${server.connection.id}` }),
          }
        : null,
    'server.refresh': { run: () => void queryClient.invalidateQueries() },
    'help.report-bug': modal('bug-report'),
    'help.documentation': { run: () => store.setState({ documentationOpen: true, requestsOpen: false }) },
    'server.end-sessions': isWebHost() ? { run: () => endOtherSessions.mutate() } : null,
  });
}

/** Commands have no UI of their own for errors. */
function reportError(action: string): (error: Error) => void {
  return (error) => showToast(failedAction(action, error), 'fail');
}
