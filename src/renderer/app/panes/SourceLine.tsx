import { CodeXml } from 'lucide-react';
import { dispatch } from '../../commands/command-queue.ts';
import { useCommandKeys } from '../../commands/keymap.ts';
import { useSourcePlaces } from '../../queries/shared-queries.ts';
import { nodeEntry, placeText } from '../../shared-ui/source-entries.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Chip } from '../../ui/display/Chip.tsx';
import type { SourceGraph } from '../../../shared/model/source.ts';
import { useSourceGraph } from '../use-source-graph.ts';
import styles from './SourceLine.module.css';

/** Where a node is in its project; nothing for servers of no project. */
export function SourceLine({ nodeId }: { readonly nodeId: string }) {
  const graph = useSourceGraph();
  return graph === null ? null : <NodeSource graph={graph} nodeId={nodeId} />;
}

function NodeSource({ graph, nodeId }: { readonly graph: SourceGraph; readonly nodeId: string }) {
  const entry = nodeEntry(nodeId);
  const { data, error } = useSourcePlaces(graph, entry.target);
  const keys = useCommandKeys('node.open-source');
  const [place] = data?.places ?? [];
  if (data === undefined && error === null) return null;
  return (
    <div className={styles.line}>
      <Button
        size="small"
        variant="ghost"
        icon={<CodeXml size={13} aria-hidden />}
        kbd={keys}
        title={place?.reason ?? data?.note ?? undefined}
        aria-label={place ? `Open source: ${placeText(place)}` : 'Open source'}
        onClick={() => dispatch({ type: 'open-source', ...graph, title: entry.title, entries: [entry] })}
      >
        {place ? placeText(place) : 'Source not found'}
      </Button>
      {place?.isGuess === true ? <Chip tone="wait">a guess</Chip> : null}
    </div>
  );
}
