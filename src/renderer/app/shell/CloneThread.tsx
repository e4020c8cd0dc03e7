import { useState } from 'react';
import { useCommandHandler, type CommandOf } from '../../commands/command-queue.ts';
import { useWorkbench } from '../use-workbench.ts';
import { CloneThreadDialog } from '../../threads/CloneThreadDialog.tsx';

export function CloneThread() {
  const workbench = useWorkbench();
  const [wanted, setWanted] = useState<CommandOf<'clone-thread'> | null>(null);
  useCommandHandler('clone-thread', setWanted);
  if (wanted === null) return null;
  const { source, title, graphId } = wanted;
  const close = (): void => setWanted(null);
  return (
    <CloneThreadDialog
      key={`${source.connectionId} ${source.threadId}`}
      source={source}
      title={title}
      graphId={graphId}
      servers={(workbench.servers.servers ?? []).flatMap(({ connection: { id, name, kind } }) =>
        // A recording is read-only.
        kind === 'recording' ? [] : { id, name },
      )}
      onClose={close}
      onOpen={(connectionId, threadId) => {
        close();
        void workbench.openThread(connectionId, threadId);
      }}
    />
  );
}
