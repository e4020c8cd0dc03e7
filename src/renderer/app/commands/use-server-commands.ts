import { useQueryClient } from '@tanstack/react-query';
import { dispatch, type Command } from '../../commands/command-queue.ts';
import type { CommandBinding, CommandBindings } from '../../commands/command-registry.ts';
import { useCheckConnection } from '../../connections/mutations.ts';
import { isWebHost } from '../../rpc/open-port.ts';
import { useEndOtherSessions } from '../shell/session-queries.ts';
import { useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { reportError } from './command-results.ts';
import { invalidateChanged } from '../../queries/invalidate-changed.ts';

export function useServerCommands(): CommandBindings {
  const store = useUiStore();
  const queryClient = useQueryClient();
  const { server } = useWorkbench();
  const check = useCheckConnection();
  const endOtherSessions = useEndOtherSessions();
  // A command of the list, which is shown first.
  const inList = (command: Command): CommandBinding => ({
    run: () => {
      store.setState({ railView: 'servers' });
      dispatch(command);
    },
  });
  return {
    'server.add': { run: () => store.setState({ modal: 'add-server' }) },
    'server.find': inList({ type: 'find-servers' }),
    'server.import': inList({ type: 'import-servers' }),
    'server.export': inList({ type: 'export-servers' }),
    'server.import-env': {
      run: () => {
        store.setState({ modal: 'add-server' });
        dispatch({ type: 'import-env' });
      },
    },
    'server.open-recording': { run: () => void dispatch({ type: 'open-recording' }) },
    'server.open-address': { run: () => void dispatch({ type: 'open-recording-address' }) },
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
    'server.refresh': { run: () => void invalidateChanged(queryClient) },
    'server.end-sessions': isWebHost() ? { run: () => endOtherSessions.mutate() } : null,
  };
}
