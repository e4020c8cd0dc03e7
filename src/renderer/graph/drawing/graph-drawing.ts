import type { GraphNode } from '../../../shared/model/graph.ts';
import { cornerRadius, roundedPath } from '../scene/edge-path.ts';
import { isTerminalNode } from '../scene/react-flow-nodes.ts';
import type { Box } from '../model/layout-types.ts';
import { edgeTitle, nodeTitle } from '../model/node-size.ts';
import type { Scene } from '../scene/scene.ts';
import { boundsOf } from '../scene/viewport.ts';

/** A drawn graph as plain data: enough to draw it again before the window's code is there. */
export interface GraphDrawing {
  readonly bounds: Box;
  /** Containers before what lies in them. */
  readonly nodes: readonly DrawingNode[];
  readonly edges: readonly DrawingEdge[];
}

export interface DrawingNode {
  readonly box: Box;
  readonly look: 'box' | 'pill' | 'folded' | 'open';
  readonly kind: GraphNode['kind'];
  readonly title: string;
}

export interface DrawingEdge {
  /** The `d` of an SVG path. */
  readonly path: string;
  readonly conditional: boolean;
  readonly label: { readonly text: string; readonly box: Box } | null;
}

/** Larger graphs are painted from afar, and their pictures would be long texts to read before anything is seen. */
const mostNodes = 150;

/** What a scene looks like with nothing going on in it; `null` for a large one. */
export function createGraphDrawing({ laidOut, nodes, edges }: Scene): GraphDrawing | null {
  if (nodes.length > mostNodes) return null;
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

/** Nodes stand on whole pixels. */
function rounded({ x, y, width, height }: Box): Box {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
