import type { Node } from '@xyflow/react';
import type { GraphNode } from '../../../shared/model/graph.ts';
import type { VisibleNode } from '../model/visible-graph.ts';
import type { SceneNode } from './scene.ts';

export type CanvasNode = Node<
  { readonly node: GraphNode; readonly role: VisibleNode['role']; readonly current: boolean },
  'box' | 'pill'
>;

/** Containers lie below the edges (which have 1, in the style sheet) and nodes above them. */
const layers = { container: 0, node: 2 };

/** What was made for a node of a scene. A node that stays in view stays the same object, and is not drawn anew. */
const made = new WeakMap<SceneNode, CanvasNode>();

/** What of the laid out graph is to be in the page, as React Flow's nodes. */
export function toReactFlowNodes(nodes: readonly SceneNode[]): CanvasNode[] {
  return nodes.map((node) => {
    const known = made.get(node) ?? flowNode(node);
    made.set(node, known);
    return known;
  });
}

/** Positions are absolute: nesting is only how it looks. */
function flowNode({ id, visible: { node, role }, box }: SceneNode): CanvasNode {
  const width = Math.round(box.width);
  const height = Math.round(box.height);
  const x = Math.round(box.x);
  const y = Math.round(box.y);
  return {
    id,
    type: isTerminalNode(node) && role !== 'open' ? 'pill' : 'box',
    position: { x, y },
    // Each transform is a picture of its own to the compositor, and slows every change of any node.
    style: { left: x, top: y, transform: 'none' },
    width,
    height,
    measured: { width, height },
    zIndex: role === 'open' ? layers.container : layers.node,
    data: { node, role, current: false },
    // The button inside of the node names it; the box around it has no role.
    domAttributes: { 'aria-roledescription': undefined },
  };
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

export function isTerminalNode({ kind }: GraphNode): boolean {
  return kind === 'start' || kind === 'end';
}
