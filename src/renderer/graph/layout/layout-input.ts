import type { FlowDirection, LayoutInput } from '../model/layout-types.ts';
import type { VisibleGraph } from '../model/visible-graph.ts';
import { isTerminalNode, labelSize, nodeSize, titleExtent } from '../model/node-size.ts';

export function layoutInput(graph: VisibleGraph, direction: FlowDirection = 'down'): LayoutInput {
  return {
    direction,
    nodes: graph.nodes.map((visible) => ({
      id: visible.id,
      parent: visible.parent,
      container: visible.role === 'open',
      ...nodeSize(visible),
      ...(isTerminalNode(visible.node) ? { fixedWidth: true } : {}),
      ...(visible.role === 'open' ? { title: titleExtent(visible.node) } : {}),
    })),
    edges: graph.edges.map(({ id, source, target, labels }) => ({
      id,
      source,
      target,
      label: labelSize(labels),
    })),
  };
}
