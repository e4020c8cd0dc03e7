import { CodeXml } from 'lucide-react';
import type { GraphEdge, GraphNode } from '../../shared/model/graph.ts';
import type { SourceEntry, SourceGraph } from '../../shared/model/source.ts';
import { dispatch } from '../commands/command-queue.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import { useSourcePlaces } from '../queries/shared-queries.ts';
import { edgeEntries, nodeEntry, placeText, toolEntry } from '../shared-ui/source-entries.ts';
import { MenuItem, MenuSeparator } from '../ui/popups/Menu.tsx';
import type { AgentRow } from './model/agent-rows.ts';
import { nodeTitle } from './model/node-size.ts';

interface SourceItemsProps {
  readonly node: GraphNode;
  readonly graph: SourceGraph;
  readonly edges: readonly GraphEdge[];
  readonly rows: readonly AgentRow[];
}

const icon = <CodeXml size={14} aria-hidden />;

/** The items of a node's menu about the source of its project. */
export function SourceItems({ node, graph, edges, rows }: SourceItemsProps) {
  const ofEdges = edgeEntries(edges, node.id);
  const ofTools = rows.flatMap((row) =>
    row.kind === 'tool' ? toolEntry(row.name) : row.kind === 'more' ? row.names.map(toolEntry) : [],
  );
  const open = (title: string, entries: readonly SourceEntry[]): void => {
    dispatch({ type: 'open-source', ...graph, title, entries });
  };
  const name = nodeTitle(node);
  return (
    <>
      {node.kind === 'start' || node.kind === 'end' ? null : (
        <NodeSourceItem graph={graph} entry={nodeEntry(node.id)} onOpen={open} />
      )}
      {ofEdges.length === 0 ? null : (
        <MenuItem icon={icon} onSelect={() => open(`the edges of ${name}`, ofEdges)}>
          Open source of its edges…
        </MenuItem>
      )}
      {ofTools.length === 0 ? null : (
        <MenuItem icon={icon} onSelect={() => open(`the tools of ${name}`, ofTools)}>
          Open source of its tools…
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  );
}

interface NodeSourceItemProps {
  readonly graph: SourceGraph;
  readonly entry: SourceEntry;
  readonly onOpen: (title: string, entries: readonly SourceEntry[]) => void;
}

function NodeSourceItem({ graph, entry, onOpen }: NodeSourceItemProps) {
  const keys = useCommandKeys('node.open-source');
  const { data } = useSourcePlaces(graph, entry.target);
  const [place] = data?.places ?? [];
  const detail = place ? `${placeText(place)}${place.isGuess ? ', a guess' : ''}` : (data?.note ?? undefined);
  return (
    <MenuItem
      icon={icon}
      kbd={keys}
      detail={detail}
      command="node.open-source"
      onSelect={() => onOpen(entry.title, [entry])}
    >
      Open source
    </MenuItem>
  );
}
