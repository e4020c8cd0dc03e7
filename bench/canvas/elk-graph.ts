import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { FlowInput } from './flow-order.ts';
import { straightened } from './straighten.ts';
import type {
  Box,
  EdgeRoute,
  LayoutNode,
  LayoutResult,
  Point,
} from '../../src/renderer/graph/model/layout-types.ts';

/**
 * Layered from top to bottom over all containers at once, so that edges may cross borders. Keeps the input
 * order where possible, without randomness: the same graph always looks the same.
 */
const rootOptions: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '1',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  'elk.edgeLabels.placement': 'CENTER',
  'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'MEDIAN_LAYER',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.layered.unnecessaryBendpoints': 'false',
};

/** Distances within a level; ELK does not pass them to containers. */
const spacing: LayoutOptions = {
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

/** Room for the title above, and padding on the other sides. */
const containerPadding = '[top=36,left=18,bottom=18,right=18]';

/** The graph in ELK's format. Back edges are reversed before, because ELK's own choice is worse. */
export function toElk(input: FlowInput): ElkNode {
  const childrenOf = new Map<string | null, LayoutNode[]>();
  for (const node of input.nodes) {
    const siblings = childrenOf.get(node.parent);
    if (siblings) siblings.push(node);
    else childrenOf.set(node.parent, [node]);
  }
  const elkNode = (node: LayoutNode): ElkNode => ({
    id: node.id,
    width: node.width,
    height: node.height,
    ...(node.container
      ? {
          children: (childrenOf.get(node.id) ?? []).map(elkNode),
          layoutOptions: {
            ...spacing,
            'elk.padding': containerPadding,
            'elk.nodeSize.constraints': 'MINIMUM_SIZE',
            'elk.nodeSize.minimum': `(${node.width},${node.height})`,
          },
        }
      : {}),
  });
  const edges: ElkExtendedEdge[] = input.edges.map((edge) => ({
    id: edge.id,
    sources: [edge.back ? edge.target : edge.source],
    targets: [edge.back ? edge.source : edge.target],
    ...(edge.label
      ? { labels: [{ text: edge.id, ...edge.label, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }] }
      : {}),
  }));
  return {
    id: '',
    layoutOptions: { ...rootOptions, ...spacing },
    children: (childrenOf.get(null) ?? []).map(elkNode),
    edges,
  };
}

/** ELK's result as boxes and routes. */
export function fromElk(root: ElkNode, input: FlowInput): LayoutResult {
  const nodes = new Map<string, Box>();
  const take = (children: readonly ElkNode[], origin: Point): void => {
    for (const child of children) {
      const box = boxOf(child);
      const placed = { ...box, x: box.x + origin.x, y: box.y + origin.y };
      nodes.set(child.id, placed);
      take(child.children ?? [], placed);
    }
  };
  take(root.children ?? [], { x: 0, y: 0 });
  const edges = new Map<string, EdgeRoute>();
  const back = new Set(input.edges.filter((edge) => edge.back).map(({ id }) => id));
  for (const edge of root.edges ?? []) {
    const label = edge.labels?.[0];
    const route = straightened(routeOf(edge));
    const points = back.has(edge.id) ? route.toReversed() : route;
    edges.set(edge.id, { points, label: label ? boxOf(label) : null });
  }
  return { nodes, edges, width: root.width ?? 0, height: root.height ?? 0 };
}

function routeOf(edge: ElkExtendedEdge): Point[] {
  return (edge.sections ?? []).flatMap((section) => [
    section.startPoint,
    ...(section.bendPoints ?? []),
    section.endPoint,
  ]);
}

function boxOf(shape: { x?: number; y?: number; width?: number; height?: number }): Box {
  return { x: shape.x ?? 0, y: shape.y ?? 0, width: shape.width ?? 0, height: shape.height ?? 0 };
}
