import type { Box, EdgeRoute, LayoutResult, Point } from '../model/layout-types.ts';
import type { VisibleEdge, VisibleGraph } from '../model/visible-graph.ts';
import { routeOrthogonally } from './route-after-drag.ts';
import { routeIntersectsBox, separateSegments, segmentsOf } from './separate-segments.ts';
import { placeLabelOn } from './reroute.ts';

// Maximum attempts per route, each around the nodes that the previous one hit.
const maxRounds = 12;

// No more edges than this are led around others: the picture has to be there at once.
const maxEdges = 200;

/** Routes edges around nodes that were dragged, and apart from each other, where there is room. */
export function avoidNodes(visible: VisibleGraph, before: LayoutResult, moved: LayoutResult): LayoutResult {
  const boxes = visible.nodes.flatMap(({ id, role }) => {
    const box = moved.nodes.get(id);
    return box ? [{ id, box, open: role === 'open', isMoved: box !== before.nodes.get(id) }] : [];
  });
  const movedBoxes = boxes.filter(({ isMoved }) => isMoved);
  const parents = new Map(visible.nodes.map(({ id, parent }) => [id, parent]));
  const edges = new Map(moved.edges);
  const rerouted: Rerouted[] = [];
  let count = 0;
  for (const edge of visible.edges) {
    const route = moved.edges.get(edge.id);
    const from = moved.nodes.get(edge.source);
    const to = moved.nodes.get(edge.target);
    if (!route || !from || !to || edge.source === edge.target) continue;
    const containers = containersOf(edge, parents);
    if (containers.has(edge.source) || containers.has(edge.target)) continue;
    // An edge that moved with its container keeps its shape.
    if (isShifted(route, before.edges.get(edge.id))) continue;
    const isWall = ({ id, open }: { readonly id: string; readonly open: boolean }): boolean =>
      id !== edge.source && id !== edge.target && !(open && containers.has(id));
    const isAsBefore = route === before.edges.get(edge.id);
    const candidateBoxes = isAsBefore ? movedBoxes : boxes;
    const isHit = candidateBoxes.some((one) => isWall(one) && routeIntersectsBox(route.points, one.box));
    if (isAsBefore && !isHit) continue;
    count += 1;
    if (count > maxEdges) break;
    const walls = boxes.filter(isWall).map(({ box }) => box);
    const points = isHit ? wayAround(route.points, from, to, walls) : route.points;
    if (!points) continue;
    if (isHit) edges.set(edge.id, routeAlong(points, route, walls));
    rerouted.push({ edge, walls });
  }
  separate(visible.edges, rerouted, edges);
  return { ...moved, edges };
}

interface Rerouted {
  readonly edge: VisibleEdge;
  readonly walls: readonly Box[];
}

// Edges that share an end may overlap there.
function separate(
  all: readonly VisibleEdge[],
  rerouted: readonly Rerouted[],
  edges: Map<string, EdgeRoute>,
): void {
  for (const { edge, walls } of rerouted) {
    const route = edges.get(edge.id);
    // Only segments between two bends can be moved.
    if (!route || route.points.length < 4) continue;
    const otherSegments = all.flatMap(({ id, source, target }) =>
      source === edge.source || target === edge.target ? [] : segmentsOf(edges.get(id)?.points ?? []),
    );
    const points = separateSegments(route.points, otherSegments, walls);
    if (points !== route.points) edges.set(edge.id, routeAlong(points, route, walls));
  }
}

// Whether a whole route was shifted by the same nonzero distance.
function isShifted({ points }: EdgeRoute, before: EdgeRoute | undefined): boolean {
  const [first] = points;
  const [firstBefore] = before?.points ?? [];
  if (!first || !firstBefore || !before || before.points.length !== points.length) return false;
  const distance = { x: first.x - firstBefore.x, y: first.y - firstBefore.y };
  if (distance.x === 0 && distance.y === 0) return false;
  return points.every(({ x, y }, index) => {
    const old = before.points[index];
    return (
      old !== undefined && Math.abs(x - old.x - distance.x) < 0.01 && Math.abs(y - old.y - distance.y) < 0.01
    );
  });
}

// Routes around obstacles, then around those that the new route hits.
function wayAround(
  straight: readonly Point[],
  from: Box,
  to: Box,
  walls: readonly Box[],
): readonly Point[] | null {
  const obstacles = new Set<Box>();
  let route = straight;
  for (let round = 0; round < maxRounds; round += 1) {
    const size = obstacles.size;
    for (const wall of walls) if (routeIntersectsBox(route, wall)) obstacles.add(wall);
    if (obstacles.size === size) return route;
    const next = routeOrthogonally(from, to, [...obstacles]);
    if (next === null) return null;
    route = next;
  }
  return null;
}

function routeAlong(points: readonly Point[], { label }: EdgeRoute, walls: readonly Box[]): EdgeRoute {
  return { points, label: label && placeLabelOn(points, label, walls) };
}

function containersOf(
  { source, target }: VisibleEdge,
  parents: ReadonlyMap<string, string | null>,
): ReadonlySet<string> {
  const ancestors = new Set<string>();
  for (const end of [source, target]) {
    for (
      let ancestor = parents.get(end) ?? null;
      ancestor !== null && !ancestors.has(ancestor);
      ancestor = parents.get(ancestor) ?? null
    ) {
      ancestors.add(ancestor);
    }
  }
  return ancestors;
}
