import type { Box, Point } from '../model/layout-types.ts';
import type { ContainerOrder, ConnectedComponent } from './order-nodes.ts';
import { type ChildSize, type FixedPort, spacing, type Padding } from './spacing.ts';
import type { Container, EdgeSegment } from './hierarchy.ts';
import { packComponents, type PackedComponents } from './pack-components.ts';
import { placeComponent, type PlacedComponent } from './place-component.ts';
import { simplifyRoute } from './simplify-route.ts';

export interface PlacedContainer {
  readonly width: number;
  readonly height: number;
  readonly corners: readonly Point[];
  // The sizes of the children, turned like everything else.
  readonly sizes: readonly ChildSize[];
  readonly routes: readonly (readonly Point[])[];
  readonly labels: readonly (Box | null)[];
}

export interface ContainerFrame {
  readonly padding: Padding;
  readonly minWidth: number;
  readonly minHeight: number;
  readonly title: number;
}

// Places the components of a container beside each other, with self-loops and borders.
export function placeContainer(
  container: Container,
  { components, loops }: ContainerOrder,
  sizes: readonly ChildSize[],
  fixed: FixedPort,
  { padding, minWidth, minHeight, title }: ContainerFrame,
): PlacedContainer {
  const { segments, children } = container;
  const none: ChildSize = { width: 0, height: 0, loops: 0, loopHeight: 0 };
  const placed = components.map((component) =>
    placeComponent(component, segments, (child) => sizes[child] ?? none, fixed),
  );
  const packed = packComponents(placed, (components[0]?.ports.length ?? 0) > 0);
  const wide = Math.max(minWidth, packed.width + padding.left + padding.right);
  const height = Math.max(minHeight, packed.height + padding.before + padding.after);
  const centred = padding.left + (wide - padding.left - padding.right - packed.width) / 2;
  const left = Math.max(centred, title - firstFromAbove(components, placed, packed));
  const width = Math.max(wide, left + packed.width + padding.right);

  const corners: Point[] = children.map(() => ({ x: 0, y: 0 }));
  const routes: (readonly Point[])[] = segments.map(() => []);
  const labels: (Box | null)[] = segments.map(() => null);
  for (const [index, component] of components.entries()) {
    const box = placed[index];
    const offset = packed.offsets[index];
    if (!box || !offset) continue;
    const shift = { x: left + offset.x, y: padding.before + offset.y };
    for (const [item, child] of component.children.entries()) {
      const corner = box.corners[item];
      if (corner) corners[child] = shifted(corner, shift);
    }
    take(box, shift, routes, labels);
    for (const [port, segment] of component.ports.entries()) {
      const route = routes[segment] ?? [];
      const isTop = component.graph.unlayered.ports[port]?.top ?? false;
      const end = route.at(isTop ? 0 : -1);
      if (!end) continue;
      const onBorder = { x: end.x, y: isTop ? 0 : height };
      routes[segment] = isTop ? [onBorder, ...route] : [...route, onBorder];
    }
  }
  const taken = new Map<number, number>();
  for (const segment of loops) {
    const child = segments[segment]?.from.child ?? 0;
    const aside = taken.get(child) ?? 0;
    const { route, label } = loop(segments[segment], corners, sizes, aside);
    routes[segment] = route;
    labels[segment] = label;
    taken.set(child, aside + roomOf(segments[segment]));
  }
  return { width, height, corners, sizes, routes: routes.map(simplifyRoute), labels };
}

// The offset at which the first edge from above enters; far right if there is none.
function firstFromAbove(
  parts: readonly ConnectedComponent[],
  placed: readonly PlacedComponent[],
  packed: PackedComponents,
): number {
  let first = Infinity;
  for (const [index, { ports, graph }] of parts.entries()) {
    for (const [port, segment] of ports.entries()) {
      if (!graph.unlayered.ports[port]?.top) continue;
      const [start] = placed[index]?.routes.get(segment) ?? [];
      if (start) first = Math.min(first, start.x + (packed.offsets[index]?.x ?? 0));
    }
  }
  return first;
}

function take(
  box: PlacedComponent,
  shift: Point,
  routes: (readonly Point[])[],
  labels: (Box | null)[],
): void {
  for (const [segment, route] of box.routes) routes[segment] = route.map((point) => shifted(point, shift));
  for (const [segment, label] of box.labels) labels[segment] = { ...label, ...shifted(label, shift) };
}

function shifted({ x, y }: Point, shift: Point): Point {
  return { x: x + shift.x, y: y + shift.y };
}

// The room that a child's self-loops need on its right, nested.
export function loopRoom(
  edgeSegments: readonly EdgeSegment[],
  loops: readonly number[],
  child: number,
): number {
  return loops.reduce(
    (room, index) => room + (edgeSegments[index]?.from.child === child ? roomOf(edgeSegments[index]) : 0),
    0,
  );
}

// The height of the highest label of a child's self-loops.
export function loopHeight(
  edgeSegments: readonly EdgeSegment[],
  loops: readonly number[],
  child: number,
): number {
  return loops.reduce((max, index) => {
    const segment = edgeSegments[index];
    return segment?.from.child === child ? Math.max(max, segment.label?.height ?? 0) : max;
  }, 0);
}

function roomOf(segment: EdgeSegment | undefined): number {
  return spacing.loop + (segment?.label ? segment.label.width + 4 : 0);
}

function loop(
  segment: EdgeSegment | undefined,
  corners: readonly Point[],
  sizes: readonly ChildSize[],
  aside: number,
): { route: Point[]; label: Box | null } {
  const size = sizes[segment?.from.child ?? 0];
  const corner = corners[segment?.from.child ?? 0];
  if (!segment || !size || !corner) return { route: [], label: null };
  const right = corner.x + size.width;
  const labelHeight = segment.label?.height ?? 0;
  // Near the upper end of a tall node, without its label exceeding the row.
  const middle = corner.y + Math.min(size.height / 2, Math.max(40, labelHeight / 2));
  const out = right + aside + spacing.loop - 4;
  const half = Math.min(size.height / 4, 10);
  const label = segment.label;
  return {
    route: [
      { x: right, y: middle - half },
      { x: out, y: middle - half },
      { x: out, y: middle + half },
      { x: right, y: middle + half },
    ],
    label: label && { x: out + 3, y: middle - label.height / 2, width: label.width, height: label.height },
  };
}
