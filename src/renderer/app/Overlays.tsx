import { ConnectionDialog } from '../connections/ConnectionDialog.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import type { Command } from './commands.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { useUi, useUiStore } from './ui-store.ts';
import type { Workbench } from './use-workbench.ts';

interface OverlaysProps {
  readonly workbench: Workbench;
  readonly commands: readonly Command[];
}

/** What stands over the window. */
export function Overlays({ workbench, commands }: OverlaysProps) {
  const store = useUiStore();
  const overlay = useUi((state) => state.overlay);
  const close = (): void => store.setState({ overlay: 'none' });

  if (overlay === 'palette') {
    return <CommandPalette workbench={workbench} commands={commands} onClose={close} />;
  }
  if (overlay === 'shortcuts') return <ShortcutsDialog commands={commands} onClose={close} />;
  if (overlay === 'add-server') {
    return (
      <ConnectionDialog
        connection={null}
        onClose={close}
        onSaved={(connection) => {
          close();
          // Where servers are managed, the one in use changes only when asked; elsewhere it was added to be used.
          if (store.getState().railView === 'servers') store.setState({ shownServerId: connection.id });
          else workbench.selectServer(connection.id);
        }}
      />
    );
  }
  const editedId = overlay.startsWith('edit:') ? overlay.slice('edit:'.length) : null;
  const edited = workbench.servers.servers?.find(({ connection }) => connection.id === editedId);
  return edited ? <ConnectionDialog connection={edited.connection} onClose={close} onSaved={close} /> : null;
}
