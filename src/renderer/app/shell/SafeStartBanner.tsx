import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { useUi } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { RemoveServerDialog } from '../../connections/RemoveServerDialog.tsx';
import styles from './Banner.module.css';

/** Explains that the last server was not opened because the window hung or crashed with it. */
export function SafeStartBanner() {
  const { servers, selection, selectServer } = useWorkbench();
  const leftOut = useUi((state) => state.lastFailure);
  const [removing, setRemoving] = useState(false);
  const connection = servers.servers?.find((one) => one.connection.id === leftOut?.connectionId)?.connection;
  if (leftOut === null || !connection || selection.connectionId !== null) return null;
  const { id, name, kind } = connection;
  return (
    <div className={styles.banner} role="alert">
      <TriangleAlert size={14} aria-hidden />
      <span>
        {leftOut.kind === 'hung'
          ? `The window stopped responding while ${name} was open, so ${name} was not opened again.`
          : `The window closed unexpectedly, twice in a row, soon after ${name} was opened. It was not opened again.`}
      </span>
      <Button size="small" onClick={() => selectServer(id)}>
        Open it anyway
      </Button>
      {kind === 'demo' ? null : (
        <>
          <Button size="small" onClick={() => setRemoving(true)}>
            Remove server
          </Button>
          {removing ? <RemoveServerDialog connection={connection} open onOpenChange={setRemoving} /> : null}
        </>
      )}
    </div>
  );
}
