import { alignedNodeId } from '../../shared/comparison.ts';
import type { AlignedExecution, NodeMark } from '../../shared/model/comparison.ts';

export function markNodes(rows: readonly AlignedExecution[]): NodeMark[] {
  const byNode = new Map<string, AlignedExecution[]>();
  for (const row of rows) {
    const nodeId = alignedNodeId(row);
    const nodeMarks = byNode.get(nodeId);
    if (nodeMarks) nodeMarks.push(row);
    else byNode.set(nodeId, [row]);
  }
  return [...byNode].map(([nodeId, pairs]) => ({
    nodeId,
    mark: markOf(pairs),
    leftVisits: pairs.filter(({ left }) => left !== null).length,
    rightVisits: pairs.filter(({ right }) => right !== null).length,
  }));
}

function markOf(rows: readonly AlignedExecution[]): NodeMark['mark'] {
  if (rows.every(({ mark }) => mark === 'only-left')) return 'only-left';
  if (rows.every(({ mark }) => mark === 'only-right')) return 'only-right';
  if (rows.some(({ mark }) => mark === 'other-output')) return 'other-output';
  if (rows.some(({ mark }) => mark === 'unknown')) return 'unknown';
  // It ran more often on one side: one of its outputs has no counterpart.
  if (rows.some(({ mark }) => mark === 'only-left' || mark === 'only-right')) return 'other-output';
  return rows.some(({ moved }) => moved) ? 'other-order' : 'both';
}
