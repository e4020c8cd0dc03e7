import type { Box, EdgeRoute, Point } from '../model/layout-types.ts';
import type { VisibleEdge, VisibleNode } from '../model/visible-graph.ts';
import type { LaidOut } from '../layout/use-layout.ts';
import type { Extent, Viewport } from './viewport.ts';

export interface SceneNode {
  readonly id: string;
  readonly visible: VisibleNode;
  readonly box: Box;
}

export interface SceneEdge {
  readonly id: string;
  readonly edge: VisibleEdge;
  readonly route: EdgeRoute;
  readonly box: Box;
}

/** A laid out graph as drawing lists, containers before their contents. */
export interface Scene {
  readonly laidOut: LaidOut;
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
}

export function buildScene(laidOut: LaidOut): Scene {
  const { visible, layout } = laidOut;
  const nodes = visible.nodes.flatMap((node): SceneNode[] => {
    const box = layout.nodes.get(node.id);
    return box ? [{ id: node.id, visible: node, box }] : [];
  });
  const edges = visible.edges.flatMap((edge): SceneEdge[] => {
    const route = layout.edges.get(edge.id);
    if (!route || route.points.length < 2) return [];
    return [{ id: edge.id, edge, route, box: around(route.points, route.label) }];
  });
  return { laidOut, nodes, edges };
}

export function visibleArea({ x, y, zoom }: Viewport, pane: Extent, margin: number): Box {
  return {
    x: (-x - margin) / zoom,
    y: (-y - margin) / zoom,
    width: (pane.width + 2 * margin) / zoom,
    height: (pane.height + 2 * margin) / zoom,
  };
}

export function itemsWithin<Item extends { readonly box: Box }>(items: readonly Item[], part: Box): Item[] {
  return items.filter(({ box }) => boxesOverlap(box, part));
}

export function boxesOverlap(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

export function nodeAt({ nodes }: Scene, { x, y }: Point): SceneNode | null {
  return (
    nodes.findLast(
      ({ box }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
    ) ?? null
  );
}

function around(points: readonly Point[], label: Box | null): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x: number, y: number): void => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  };
  for (const { x, y } of points) take(x, y);
  if (label) {
    take(label.x, label.y);
    take(label.x + label.width, label.y + label.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
