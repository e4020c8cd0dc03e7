import { escapeInvisibleJson } from '../../../shared/escape-invisible.ts';
import { nodeTitle } from '../model/node-size.ts';
import type { ExportModel } from './export-model.ts';

export function graphToJson({
  laidOut,
  direction,
  statusOf,
  markersOf,
  edgeStyles,
  extraEdges,
}: ExportModel): string {
  const { visible, layout } = laidOut;
  const nodes = visible.nodes.map(({ id, node, parent, role }) => {
    const { before, after } = markersOf(id);
    return {
      id,
      name: node.kind === 'start' || node.kind === 'end' ? nodeTitle(node) : node.label,
      kind: node.kind,
      parent,
      collapsed: role === 'collapsed',
      status: statusOf(id),
      breakBefore: before !== null && before !== 'disabled',
      breakAfter: after !== null && after !== 'disabled',
      box: layout.nodes.get(id) ?? null,
    };
  });
  const edges = visible.edges.map(({ id, source, target, conditional, labels }) => ({
    source,
    target,
    conditional,
    labels,
    taken: edgeStyles.size === 0 ? null : edgeStyles.get(id) === 'taken',
    points: layout.edges.get(id)?.points ?? [],
  }));
  const undeclared = extraEdges.map(({ source, target }) => ({ source, target }));
  const text = JSON.stringify({ direction, nodes, edges, undeclaredEdges: undeclared }, null, 2);
  return `${escapeInvisibleJson(text)}\n`;
}
