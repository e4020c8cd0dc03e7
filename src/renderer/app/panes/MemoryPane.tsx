import { MemoryView } from '../../store/MemoryView.tsx';
import { StateTree } from '../../thread-state/tree/StateTree.tsx';
import { useWorkbench } from '../use-workbench.ts';

export function MemoryPane() {
  const { selection, server } = useWorkbench();
  return (
    <MemoryView
      connectionId={selection.connectionId}
      serverName={server?.connection.name ?? ''}
      renderTree={(text, label) => <StateTree text={text} label={label} rootName="value" />}
    />
  );
}
