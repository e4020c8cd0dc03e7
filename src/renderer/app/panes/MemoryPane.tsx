import { MemoryView } from '../../memory/MemoryView.tsx';
import { StateTree } from '../../state/tree/StateTree.tsx';
import type { Workbench } from '../workbench/use-workbench.ts';

export function MemoryPane({ workbench: { selection, server } }: { readonly workbench: Workbench }) {
  return (
    <MemoryView
      connectionId={selection.connectionId}
      serverName={server?.connection.name ?? ''}
      renderTree={(text, label) => <StateTree text={text} label={label} rootName="value" />}
    />
  );
}
