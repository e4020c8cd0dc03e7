import { Suspense } from 'react';
import type { Command } from './commands.ts';
import { LateConnectionDialog, LatePalette, LateShortcuts } from './late-views.ts';
import { useUi, useUiStore } from './ui-store.ts';
import type { Workbench } from './use-workbench.ts';

interface OverlaysProps {
  readonly workbench: Workbench;
  readonly commands: readonly Command[];
}

/** What stands over the window. Nothing stands there in the instant in which its code comes. */
export function Overlays(props: OverlaysProps) {
  return (
    <Suspense>
      <ShownOverlay {...props} />
    </Suspense>
  );
}

function ShownOverlay({ workbench, commands }: OverlaysProps) {
  const store = useUiStore();
  const overlay = useUi((state) => state.overlay);
  const close = (): void => store.setState({ overlay: 'none' });

  if (overlay === 'palette') {
    return <LatePalette workbench={workbench} commands={commands} onClose={close} />;
  }
  if (overlay === 'shortcuts') return <LateShortcuts commands={commands} onClose={close} />;
  if (overlay === 'add-server') {
    return (
      <LateConnectionDialog
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
  return edited ? (
    <LateConnectionDialog connection={edited.connection} onClose={close} onSaved={close} />
  ) : null;
}
