import type { GraphShape } from '../../../shared/model/graph.ts';
import type { EdgeEnds, GraphChanges } from '../../shared-ui/compare-graphs.ts';
import type { CanvasDecorations, EdgeNote, EdgeStyle, ExtraEdge } from '../model/canvas-decorations.ts';
import { collapsedAncestorsOf, type VisibleGraph } from '../model/visible-graph.ts';

export type ChangeMarks = Pick<CanvasDecorations, 'nodeChanges' | 'edgeStyles' | 'edgeNotes' | 'extraEdges'>;

export const noChangeMarks: ChangeMarks = {
  nodeChanges: new Map(),
  edgeStyles: new Map(),
  edgeNotes: new Map(),
  extraEdges: [],
};

/**
 * Marks what is new or changed in the visible graph, and draws removed edges between nodes that stayed. What is
 * inside a collapsed container marks the container. Removed nodes have no position and are not drawn.
 */
export function changeMarks(changes: GraphChanges, shape: GraphShape, visible: VisibleGraph): ChangeMarks {
  const collapsed = new Set(visible.nodes.flatMap(({ id, role }) => (role === 'collapsed' ? id : [])));
  const byId = new Map(shape.nodes.map((node) => [node.id, node]));
  const collapsedAncestors = collapsedAncestorsOf(byId, (id) => collapsed.has(id));
  const pairOf = ({ source, target }: EdgeEnds): string =>
    JSON.stringify([collapsedAncestors.get(source) ?? null, collapsedAncestors.get(target) ?? null]);

  const nodeChanges = new Map<string, 'new' | 'changed'>();
  const added = new Set(changes.added);
  for (const id of [...changes.added, ...changes.changed]) {
    const visibleId = collapsedAncestors.get(id);
    if (visibleId !== undefined) nodeChanges.set(visibleId, added.has(visibleId) ? 'new' : 'changed');
  }

  const isNew = new Set(changes.addedEdges.map(exactPair));
  const old = new Set(shape.edges.filter((edge) => !isNew.has(exactPair(edge))).map(pairOf));
  const touched = new Set(
    [...changes.addedEdges, ...changes.changedEdges, ...changes.removedEdges].map(pairOf),
  );
  const edgeStyles = new Map<string, EdgeStyle>();
  const edgeNotes = new Map<string, EdgeNote>();
  const drawn = new Set<string>();
  for (const edge of visible.edges) {
    const pair = pairOf(edge);
    drawn.add(pair);
    if (!touched.has(pair)) continue;
    const change = old.has(pair) ? 'changed' : 'new';
    edgeStyles.set(edge.id, change);
    edgeNotes.set(edge.id, {
      texts: [change],
      title: `${change === 'new' ? 'New' : 'Changed'} edge from ${edge.source} to ${edge.target}`,
    });
  }
  return { nodeChanges, edgeStyles, edgeNotes, extraEdges: removedEdges(changes, collapsedAncestors, drawn) };
}

function removedEdges(
  changes: GraphChanges,
  collapsedAncestors: ReadonlyMap<string, string>,
  drawn: ReadonlySet<string>,
): readonly ExtraEdge[] {
  const edgesById = new Map<string, ExtraEdge>();
  for (const { source, target } of changes.removedEdges) {
    const [from, to] = [collapsedAncestors.get(source), collapsedAncestors.get(target)];
    if (from === undefined || to === undefined || from === to) continue;
    const pair = JSON.stringify([from, to]);
    if (drawn.has(pair)) continue;
    edgesById.set(pair, {
      id: `removed ${pair}`,
      source: from,
      target: to,
      style: 'removed',
      title: `Removed edge from ${source} to ${target}`,
    });
  }
  return [...edgesById.values()];
}

function exactPair({ source, target }: EdgeEnds): string {
  return JSON.stringify([source, target]);
}
