import type { GraphNode } from '../../../shared/model/graph.ts';
import { cornerRadius, roundedPath } from './edge-path.ts';
import type { Box } from '../model/layout-types.ts';
import { edgeTitle, isTerminalNode, nodeTitle } from '../model/node-size.ts';
import type { Scene } from './scene.ts';
import { boundsOf } from './viewport.ts';

/** A drawn graph as plain data, so that the splash can draw it before the app has loaded. */
export interface GraphDrawing {
  readonly bounds: Box;
  // Containers before their contents.
  readonly nodes: readonly DrawingNode[];
  readonly edges: readonly DrawingEdge[];
}

export interface DrawingNode {
  readonly box: Box;
  readonly look: 'box' | 'pill' | 'collapsed' | 'open';
  readonly kind: GraphNode['kind'];
  readonly title: string;
}

export interface DrawingEdge {
  readonly path: string;
  readonly conditional: boolean;
  readonly label: { readonly text: string; readonly box: Box } | null;
}

// Larger graphs are painted as an overview, and their drawings would be slow to read at startup.
const maxNodes = 150;

export function createGraphDrawing({ laidOut, nodes, edges }: Scene): GraphDrawing | null {
  if (nodes.length > maxNodes) return null;
  return {
    bounds: boundsOf(laidOut.layout),
    nodes: nodes.map(({ visible: { node, role }, box }) => ({
      box: rounded(box),
      look: role !== 'node' ? role : isTerminalNode(node) ? 'pill' : 'box',
      kind: node.kind,
      title: nodeTitle(node),
    })),
    edges: edges.map(({ edge, route }) => {
      const text = edgeTitle(edge.labels);
      return {
        path: roundedPath(route.points, cornerRadius),
        conditional: edge.conditional,
        label: route.label === null || text === '' ? null : { text, box: route.label },
      };
    }),
  };
}

function rounded({ x, y, width, height }: Box): Box {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
