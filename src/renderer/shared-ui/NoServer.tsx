import { Server } from 'lucide-react';
import { runCommand } from '../commands/command-registry.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState, type EmptyStateProps } from '../ui/display/EmptyState.tsx';

/** In the place of what only a server has. A page for reading offers no way to add one. */
export function NoServer({ title = 'No server', icon, ...state }: Partial<EmptyStateProps>) {
  const noAdd = useUnavailable(null, 'connections.save');
  return (
    <EmptyState
      {...state}
      icon={icon ?? <Server size={20} aria-hidden />}
      title={title}
      action={
        noAdd === null ? (
          <Button
            {...(state.compact === true ? { size: 'small' } : {})}
            onClick={() => runCommand('server.add')}
          >
            Add a server
          </Button>
        ) : undefined
      }
    />
  );
}
