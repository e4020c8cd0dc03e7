import type { GraphShape } from '../../../shared/model/graph.ts';
import type { NodeActivity } from '../../domain/node-activity.ts';

type ActivityMap = ReadonlyMap<string, NodeActivity>;

/**
 * Nodes that a finished run could have reached but didn't: targets of a conditional edge whose source ran.
 * Includes the subgraph of a skipped node unless something in it ran. Excludes nodes further downstream,
 * because no decision was made about them.
 */
export function skippedNodes(shape: GraphShape, activities: ActivityMap): ReadonlySet<string> {
  const byId = new Map(shape.nodes.map((node) => [node.id, node]));
  const ran = (id: string): boolean =>
    byId.get(id)?.kind === 'start' || (activities.get(id)?.visits ?? 0) > 0;
  const skipped = new Set<string>();
  for (const { source, target, conditional } of shape.edges) {
    const kind = byId.get(target)?.kind;
    if (!conditional || kind === undefined || kind === 'end' || !ran(source)) continue;
    for (let id: string | null = target; id !== null && !ran(id) && !skipped.has(id);) {
      // Stop at the subgraph in which the decision was made.
      if (source.startsWith(`${id}:`)) break;
      skipped.add(id);
      id = byId.get(id)?.parent ?? null;
    }
  }
  return skipped;
}

/** Marks skipped nodes that have no other status. */
export function markSkipped(activities: ActivityMap, shape: GraphShape): ActivityMap {
  const marked = new Map(activities);
  for (const id of skippedNodes(shape, activities)) {
    const known = activities.get(id);
    if (known === undefined || known.status === 'idle') {
      marked.set(id, { visits: 0, ms: null, ...known, status: 'skipped' });
    }
  }
  return marked;
}
