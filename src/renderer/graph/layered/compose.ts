import type { Box, EdgeRoute, LayoutInput, LayoutResult, Point } from '../layout-types.ts';
import type { Container, ContainerTree, EdgePath } from './container-tree.ts';
import type { PlacedContainer } from './place-container.ts';

/** Puts placed containers into each other: boxes and whole routes in the coordinates of the canvas. */
export function compose(
  input: LayoutInput,
  { root, paths }: ContainerTree,
  placed: ReadonlyMap<Container, PlacedContainer>,
  back: Uint8Array,
): LayoutResult {
  const turned = input.direction === 'right';
  const nodes = new Map<string, Box>();
  const origins = new Map<Container, Point>([[root, { x: 0, y: 0 }]]);
  const waiting = [root];
  for (let container = waiting.pop(); container; container = waiting.pop()) {
    const origin = origins.get(container) ?? { x: 0, y: 0 };
    const corners = placed.get(container)?.corners ?? [];
    for (const [index, child] of container.children.entries()) {
      const corner = corners[index] ?? { x: 0, y: 0 };
      const inner = container.inside.get(index);
      const own = inner && placed.get(inner);
      const size = own ?? (turned ? { width: child.height, height: child.width } : child);
      const box = { x: origin.x + corner.x, y: origin.y + corner.y, width: size.width, height: size.height };
      nodes.set(child.id, turned ? turn(box) : box);
      if (!inner) continue;
      origins.set(inner, box);
      waiting.push(inner);
    }
  }
  const edges = new Map<string, EdgeRoute>();
  for (const [at, edge] of input.edges.entries()) {
    const path = paths[at];
    if (path && path.length > 0) edges.set(edge.id, routeOf(path, placed, origins, back[at] === 1, turned));
  }
  const { width, height } = placed.get(root) ?? { width: 0, height: 0 };
  return turned ? { nodes, edges, width: height, height: width } : { nodes, edges, width, height };
}

/** The pieces of an edge, from its source to its target. */
function routeOf(
  path: EdgePath,
  placed: ReadonlyMap<Container, PlacedContainer>,
  origins: ReadonlyMap<Container, Point>,
  isBack: boolean,
  turned: boolean,
): EdgeRoute {
  const points: Point[] = [];
  let label: Box | null = null;
  for (const { container, strand } of path) {
    const origin = origins.get(container) ?? { x: 0, y: 0 };
    const piece = placed.get(container)?.routes[strand] ?? [];
    for (const point of isBack ? piece.toReversed() : piece)
      add(points, point.x + origin.x, point.y + origin.y);
    const box = placed.get(container)?.labels[strand];
    if (box) label = { ...box, x: box.x + origin.x, y: box.y + origin.y };
  }
  return turned
    ? { points: points.map(({ x, y }) => ({ x: y, y: x })), label: label && turn(label) }
    : { points, label };
}

/** Adds a point and takes out the one before when it lies on the way. */
function add(points: Point[], x: number, y: number): void {
  const last = points.at(-1);
  if (last && same(last.x, x) && same(last.y, y)) return;
  const before = points.at(-2);
  if (
    last &&
    before &&
    ((same(before.x, last.x) && same(last.x, x)) || (same(before.y, last.y) && same(last.y, y)))
  ) {
    points.pop();
  }
  points.push({ x, y });
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.01;
}

function turn({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
