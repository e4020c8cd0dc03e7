import type { Node } from '@xyflow/react';
import type { GraphNode } from '../../../shared/model/graph.ts';
import type { AgentRow } from '../model/agent-rows.ts';
import { isTerminalNode } from '../model/node-size.ts';
import type { VisibleNode } from '../model/visible-graph.ts';
import type { SceneNode } from './scene.ts';

export type CanvasNode = Node<
  {
    readonly node: GraphNode;
    readonly role: VisibleNode['role'];
    readonly rows: readonly AgentRow[];
    readonly current: boolean;
    /** The selected node is not drawn, and is inside this one. */
    readonly holdsSelected: boolean;
  },
  'box' | 'pill'
>;

// Containers are below the edges (z-index 1 in the style sheet), nodes above.
const layers = { container: 0, node: 2 };

// Caches React Flow nodes by scene node, so that nodes in view don't re-render.
const made = new WeakMap<SceneNode, CanvasNode>();

export function toReactFlowNodes(nodes: readonly SceneNode[]): CanvasNode[] {
  return nodes.map((node) => {
    const canvasNode = made.get(node) ?? flowNode(node);
    made.set(node, canvasNode);
    return canvasNode;
  });
}

const noRows: readonly never[] = [];

// Positions are absolute; nesting is only visual.
function flowNode({ id, visible: { node, role, rows = noRows }, box }: SceneNode): CanvasNode {
  const width = Math.round(box.width);
  const height = Math.round(box.height);
  const x = Math.round(box.x);
  const y = Math.round(box.y);
  return {
    id,
    type: isTerminalNode(node) && role !== 'open' ? 'pill' : 'box',
    position: { x, y },
    // Each transform is a compositor layer that slows down every node update.
    style: { left: x, top: y, transform: 'none' },
    width,
    height,
    measured: { width, height },
    zIndex: role === 'open' ? layers.container : layers.node,
    data: { node, role, rows, current: false, holdsSelected: false },
    // The inner button has the accessible name; the box has no role.
    domAttributes: { 'aria-roledescription': undefined },
  };
}

export interface MarkedNodes {
  readonly selectedId: string | null;
  // The drawn node that contains the selected one, if that is not drawn itself.
  readonly holderId: string | null;
  readonly currentId: string | null;
}

/** Marks the selected and the focused node. Other nodes keep their identity. */
export function markSelectedNodes(
  nodes: readonly CanvasNode[],
  { selectedId, holderId, currentId }: MarkedNodes,
): CanvasNode[] {
  return nodes.map((node) =>
    node.id === selectedId || node.id === holderId || node.id === currentId
      ? {
          ...node,
          selected: node.id === selectedId,
          data: { ...node.data, current: node.id === currentId, holdsSelected: node.id === holderId },
        }
      : node,
  );
}

/** The innermost drawn node around one that is not drawn: in a collapsed container, or not declared by the graph. */
export function holderOf(drawn: ReadonlyMap<string, unknown>, nodeId: string | null): string | null {
  if (nodeId === null || drawn.has(nodeId)) return null;
  for (let id = nodeId; id.includes(':');) {
    id = id.slice(0, id.lastIndexOf(':'));
    if (drawn.has(id)) return id;
  }
  return null;
}
