import { useEffect, useMemo } from 'react';
import { isCommandId, type CommandGroup } from '../../commands/palette-commands.ts';
import { useCommandList, type ListedCommand } from '../../commands/command-registry.ts';
import { useKeymap, type Keymap } from '../../commands/keymap.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { subscribeToStream } from '../../rpc/subscription.ts';
import type { CommandMenu } from '../../../shared/model/command-menu.ts';
import { useHostConnectionStatus } from '../../rpc/host-connection-context.ts';
import { useRunCommand } from './use-run-command.ts';

const menus: readonly { readonly title: string; readonly groups: readonly CommandGroup[] }[] = [
  { title: 'Run', groups: ['Run', 'Breakpoints'] },
  { title: 'State', groups: ['State'] },
  { title: 'Graph', groups: ['Graph'] },
  { title: 'Go', groups: ['Go to', 'Server'] },
  { title: 'View', groups: ['View'] },
  { title: 'Help', groups: ['Help'] },
];

export function commandMenu(commands: readonly ListedCommand[], keymap: Keymap): CommandMenu {
  return {
    menus: menus.map(({ title, groups }) => ({
      title,
      sections: groups.map((group) =>
        commands
          .filter((command) => command.group === group)
          .map((command) => ({
            id: command.id,
            title: command.title.slice(0, 300),
            keys: keymap[command.id],
            enabled: command.isBound && command.blocked === null,
          })),
      ),
    })),
  };
}

// The page's typing changes what can be used; the menu follows at this interval in milliseconds.
const sendDelayMs = 250;

/** Keeps Electron's app menu like the page's commands, and runs what is chosen there. */
export function AppMenuSync() {
  const { epoch } = useHostConnectionStatus();
  // The host knows nothing of an earlier connection.
  return <ConnectedMenu key={epoch} />;
}

function ConnectedMenu() {
  const rpc = useRpc();
  const commands = useCommandList();
  const keymap = useKeymap();
  const run = useRunCommand();
  const menuText = useMemo(() => JSON.stringify(commandMenu(commands, keymap)), [commands, keymap]);
  useEffect(
    () =>
      subscribeToStream(
        rpc,
        'menu.watch',
        {},
        {
          onItem: ({ commandId }) => {
            if (isCommandId(commandId)) run(commandId);
          },
          onState: () => undefined,
        },
      ),
    [rpc, run],
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      // The menu is drawn again with the next change.
      rpc.call('menu.show', JSON.parse(menuText) as CommandMenu).catch(() => undefined);
    }, sendDelayMs);
    return () => clearTimeout(timer);
  }, [rpc, menuText]);
  return null;
}
