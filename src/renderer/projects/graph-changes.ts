import type { GraphShape } from '../../shared/model/graph.ts';

/** What a reload did to a graph. */
export interface GraphChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Whether edges between nodes that stayed have changed. */
  readonly rewired: boolean;
}

/** Compares two versions of a graph by the ids of its nodes and the ends of its edges. */
export function compareGraphs(before: GraphShape, after: GraphShape): GraphChanges {
  const [old, now] = [before, after].map(({ nodes }) => new Set(nodes.map(({ id }) => id)));
  const edges = ({ edges: all }: GraphShape): string =>
    all
      .filter(({ source, target }) => [source, target].every((id) => old?.has(id) && now?.has(id)))
      .map(({ source, target, conditional, label }) => JSON.stringify([source, target, conditional, label]))
      .toSorted()
      .join('\n');
  return {
    added: [...(now ?? [])].filter((id) => !old?.has(id)),
    removed: [...(old ?? [])].filter((id) => !now?.has(id)),
    rewired: edges(before) !== edges(after),
  };
}

const mostNames = 4;

/** A sentence about a reload of a project: `Reloaded trip. Added: check.` */
export function reloadText(projectName: string, changes: GraphChanges | null): string {
  if (changes === null) return `Reloaded ${projectName}.`;
  const { added, removed, rewired } = changes;
  const parts = [
    added.length > 0 ? `Added: ${names(added)}.` : null,
    removed.length > 0 ? `Removed: ${names(removed)}.` : null,
    rewired ? 'Edges changed.' : null,
  ].filter((part) => part !== null);
  return `Reloaded ${projectName}. ${parts.length === 0 ? 'Its graph is the same.' : parts.join(' ')}`;
}

function names(ids: readonly string[]): string {
  const more = ids.length - mostNames;
  return `${ids.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more.toLocaleString()} more` : ''}`;
}
