import { useState } from 'react';
import { nodeEntry } from '../../shared-ui/source-entries.ts';
import { dispatch, useCommandHandler, type CommandOf } from '../../commands/command-queue.ts';
import { useCommandBindings } from '../../commands/command-registry.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { useSession } from '../../runs/run-session.ts';
import { openPlace } from '../../source/open-place.ts';
import { SourceDialog } from '../../source/SourceDialog.tsx';
import { useUiStore } from '../ui-store.ts';
import { useSourceGraph } from '../use-source-graph.ts';

interface Listed extends CommandOf<'open-source'> {
  readonly problem: unknown;
}

/** Opens source at once if there is one place, and else lists the places. */
export function OpenSource() {
  const rpc = useRpc();
  const store = useUiStore();
  const graph = useSourceGraph();
  const nodeId = useSession((state) => state.selectedNodeId);
  const [listed, setListed] = useState<Listed | null>(null);

  const open = async (command: CommandOf<'open-source'>): Promise<void> => {
    const { projectId, graphId, entries } = command;
    const [entry] = entries;
    if (entries.length !== 1 || !entry) return setListed({ ...command, problem: null });
    try {
      const { places } = await rpc.call('source.find', { projectId, graphId, target: entry.target });
      const [place] = places;
      if (places.length === 1 && place) await openPlace(rpc, projectId, place);
      else setListed({ ...command, problem: null });
    } catch (problem) {
      setListed({ ...command, problem });
    }
  };
  useCommandHandler('open-source', (command) => void open(command));

  const canOpen = nodeId !== null && !/(^|:)__(start|end)__$/.test(nodeId);
  useCommandBindings({
    'node.open-source': {
      run: () => {
        if (graph === null || !canOpen) return;
        const entry = nodeEntry(nodeId);
        dispatch({ type: 'open-source', ...graph, title: entry.title, entries: [entry] });
      },
      blocked:
        graph === null
          ? 'Source can be opened only for graphs of projects on this computer.'
          : canOpen
            ? null
            : nodeId === null
              ? 'Select a node first.'
              : 'Start and end have no source.',
      ...(graph !== null && canOpen ? { title: `Open source of ${nodeEntry(nodeId).title}` } : {}),
    },
    'view.editor': { run: () => store.setState({ modal: 'editor' }) },
  });

  if (listed === null) return null;
  return (
    <SourceDialog
      {...listed}
      onChooseEditor={() => {
        setListed(null);
        store.setState({ modal: 'editor' });
      }}
      onClose={() => setListed(null)}
    />
  );
}
