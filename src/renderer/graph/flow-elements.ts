import type { Node } from '@xyflow/react';
import type { GraphNode } from '../../shared/model/graph.ts';
import type { VisibleNode } from './levels.ts';
import type { LaidOut } from './use-layout.ts';

export type CanvasNode = Node<
  { readonly node: GraphNode; readonly role: VisibleNode['role']; readonly current: boolean },
  'box' | 'pill' | 'container'
>;

/** Containers lie below the edges (which have 1, in the style sheet) and nodes above them. */
const layers = { container: 0, node: 2 };

/** The laid out graph as React Flow's nodes. Positions are absolute: nesting is only how it looks. */
export function flowNodes({ visible, layout }: LaidOut): CanvasNode[] {
  return visible.nodes.flatMap(({ id, node, role }) => {
    const box = layout.nodes.get(id);
    if (!box) return [];
    const width = Math.round(box.width);
    const height = Math.round(box.height);
    const type = typeOf(node, role);
    return {
      id,
      type,
      position: { x: Math.round(box.x), y: Math.round(box.y) },
      width,
      height,
      measured: { width, height },
      zIndex: type === 'container' ? layers.container : layers.node,
      data: { node, role, current: false },
      // The button inside of the node names it; the box around it has no role.
      domAttributes: { 'aria-roledescription': undefined },
    };
  });
}

/** The same nodes with one marked as selected and one as the keyboard's. Only those that change are new. */
export function markNodes(
  nodes: readonly CanvasNode[],
  selectedId: string | null,
  currentId: string | null,
): CanvasNode[] {
  return nodes.map((node) =>
    node.id === selectedId || node.id === currentId
      ? { ...node, selected: node.id === selectedId, data: { ...node.data, current: node.id === currentId } }
      : node,
  );
}

function typeOf(node: GraphNode, role: VisibleNode['role']): 'box' | 'pill' | 'container' {
  if (role === 'open') return 'container';
  return node.kind === 'start' || node.kind === 'end' ? 'pill' : 'box';
}
