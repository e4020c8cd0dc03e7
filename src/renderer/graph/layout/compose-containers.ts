import type { Box, EdgeRoute, LayoutInput, LayoutResult, Point } from '../model/layout-types.ts';
import { none, type Container, type Hierarchy, type EdgeSegmentEnd } from './hierarchy.ts';
import type { PlacedContainer } from './place-container.ts';
import { addPoint } from './simplify-route.ts';

interface Composition {
  readonly placements: readonly PlacedContainer[];
  readonly origins: readonly Point[];
  readonly isHorizontal: boolean;
}

// Nests the placed containers: boxes and whole routes in canvas coordinates.
export function composeContainers(
  input: LayoutInput,
  { all, outermost, segmentAt }: Hierarchy,
  placements: readonly PlacedContainer[],
  backEdgeFlags: Uint8Array,
): LayoutResult {
  const isHorizontal = input.direction === 'right';
  const nodes = new Map<string, Box>();
  const origins: Point[] = [{ x: 0, y: 0 }];
  // Containers come after their ancestors.
  for (const container of all) {
    const origin = origins[container.at] ?? { x: 0, y: 0 };
    const corners = placements[container.at]?.corners ?? [];
    for (let index = 0; index < container.children.length; index += 1) {
      const child = container.children[index];
      const corner = corners[index];
      if (!child || !corner) continue;
      const inner = container.inside.get(index);
      const placedContainer = inner && placements[inner.at];
      const size = placedContainer ?? placements[container.at]?.sizes[index];
      if (!size) continue;
      const box = { x: origin.x + corner.x, y: origin.y + corner.y, width: size.width, height: size.height };
      nodes.set(child.id, isHorizontal ? swapAxes(box) : box);
      if (inner) origins[inner.at] = box;
    }
  }
  const edges = new Map<string, EdgeRoute>();
  const composition = { placements, origins, isHorizontal };
  for (let index = 0; index < input.edges.length; index += 1) {
    const container = outermost[index];
    const edge = input.edges[index];
    if (!container || !edge) continue;
    edges.set(edge.id, routeOf(container, segmentAt[index] ?? 0, backEdgeFlags[index] === 1, composition));
  }
  const { width, height } = placements[0] ?? { width: 0, height: 0 };
  return isHorizontal ? { nodes, edges, width: height, height: width } : { nodes, edges, width, height };
}

// The route of an edge from source to target, and its label, which is on the outermost segment.
function routeOf(outermost: Container, index: number, isBack: boolean, composition: Composition): EdgeRoute {
  const { placements, origins, isHorizontal } = composition;
  const segment = outermost.segments[index];
  const points: Point[] = [];
  if (segment) {
    if (segment.from.inner !== none) addInner(points, outermost, segment.from, 'from', isBack, composition);
    addPiece(points, outermost, index, isBack, composition);
    if (segment.to.inner !== none) addInner(points, outermost, segment.to, 'to', isBack, composition);
  }
  const box = placements[outermost.at]?.labels[index];
  const origin = origins[outermost.at];
  const label =
    box && origin ? { x: box.x + origin.x, y: box.y + origin.y, width: box.width, height: box.height } : null;
  return { points, label: label && isHorizontal ? swapAxes(label) : label };
}

// Adds the segments in the containers at one end of an edge; at the source the innermost first.
function addInner(
  points: Point[],
  around: Container,
  { child, inner }: EdgeSegmentEnd,
  end: 'from' | 'to',
  isBack: boolean,
  composition: Composition,
): void {
  const container = around.inside.get(child);
  const next = container?.segments[inner]?.[end];
  if (!container || !next) return;
  if (end === 'to') addPiece(points, container, inner, isBack, composition);
  if (next.inner !== none) addInner(points, container, next, end, isBack, composition);
  if (end === 'from') addPiece(points, container, inner, isBack, composition);
}

// Adds a segment from its start to its end. Upward segments were laid out reversed.
function addPiece(
  points: Point[],
  { at }: Container,
  segment: number,
  isBack: boolean,
  { placements, origins, isHorizontal }: Composition,
): void {
  const piece = placements[at]?.routes[segment] ?? [];
  const origin = origins[at] ?? { x: 0, y: 0 };
  const isFirst = points.length === 0;
  for (let index = 0; index < piece.length; index += 1) {
    const point = piece[isBack ? piece.length - 1 - index : index];
    if (!point) continue;
    const x = point.x + origin.x;
    const y = point.y + origin.y;
    const transposed = isHorizontal ? { x: y, y: x } : { x, y };
    // Segments themselves have no redundant points.
    if (isFirst) points.push(transposed);
    else addPoint(points, transposed);
  }
}

function swapAxes({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
