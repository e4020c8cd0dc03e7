import type { GraphChanges } from './compare-graphs.ts';

const maxNames = 4;

/** A sentence about a reload of a project: `Reloaded trip. Added: check.` `null`: its graph was not on show. */
export function reloadText(projectName: string, changes: GraphChanges | null): string {
  if (changes === null) return `Reloaded ${projectName}.`;
  const { added, removed, changed } = changes;
  const parts = [
    added.length > 0 ? `Added: ${names(added)}.` : null,
    removed.length > 0 ? `Removed: ${names(removed)}.` : null,
    changed.length > 0 ? `Changed: ${names(changed)}.` : null,
    isRewired(changes) ? 'Edges changed.' : null,
  ].filter((part) => part !== null);
  return `Reloaded ${projectName}. ${parts.length === 0 ? 'Its graph is the same.' : parts.join(' ')}`;
}

// Whether edges between nodes that stayed have changed: those of a new or removed node go without saying.
function isRewired({ added, removed, addedEdges, removedEdges, changedEdges }: GraphChanges): boolean {
  const others = new Set([...added, ...removed]);
  return [...addedEdges, ...removedEdges, ...changedEdges].some(
    ({ source, target }) => !others.has(source) && !others.has(target),
  );
}

function names(ids: readonly string[]): string {
  const more = ids.length - maxNames;
  return `${ids.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more.toLocaleString()} more` : ''}`;
}
