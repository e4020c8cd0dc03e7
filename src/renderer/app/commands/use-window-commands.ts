import { useCommandBindings } from '../../commands/command-registry.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { useSession } from '../../runs/run-session.ts';
import { linkCommands } from './link-commands.ts';
import { useWorkbench } from '../use-workbench.ts';
import { useAssistantCommands } from './use-assistant-commands.ts';
import { useCheckpointCommands } from './use-checkpoint-commands.ts';
import { useRunCommands } from './use-run-commands.ts';
import { useServerCommands } from './use-server-commands.ts';
import { useThreadCommands } from './use-thread-commands.ts';
import { useViewCommands } from './use-view-commands.ts';

export function useWindowCommands(): void {
  const nodeId = useSession(({ selectedNodeId }) => selectedNodeId);
  useCommandBindings({
    ...useServerCommands(),
    ...useAssistantCommands(),
    ...useThreadCommands(),
    ...useCheckpointCommands(),
    ...useRunCommands(),
    ...useViewCommands(),
    ...linkCommands(useWorkbench(), nodeId, useRpc()),
  });
}
