import type { LayoutInput, LayoutResult } from '../layout-types.ts';
import { arrange, insideEnd, type Arrangement, type OrderCache } from './arrange.ts';
import type { ChildSize, FixedEnd } from './child-size.ts';
import { compose } from './compose.ts';
import { border, containerTree, none, type Container, type Strand } from './container-tree.ts';
import { loopHeight, loopRoom, placeContainer, type PlacedContainer } from './place-container.ts';
import { portRanks } from './port-ranks.ts';
import { downPadding, rightPadding, rootPadding } from './spacing.ts';

/** What is kept from one layout to the next: a container that did not change is not laid out again. */
export interface LayoutCache {
  orders: OrderCache;
  places: Map<string, PlacedContainer>;
}

export function newLayoutCache(): LayoutCache {
  return { orders: new Map(), places: new Map() };
}

/** More than this many containers are not kept; a graph that is larger uses only its own. */
const mostKept = 4000;

/**
 * Lays a graph out in layers, each container for itself: from the outside in, the order of what lies in it, which
 * depends on no size; then, from the inside out, the places. The same input gives the same picture, whatever the
 * cache holds.
 */
export function layOutLayered(input: LayoutInput, cache: LayoutCache = newLayoutCache()): LayoutResult {
  if (cache.places.size > mostKept) cache.places.clear();
  if (cache.orders.size > mostKept) cache.orders.clear();
  const tree = containerTree(input);
  const back = new Uint8Array(input.edges.length);
  const arranged = new Map<Container, Arrangement>();
  const downwards: Container[] = [];
  const waiting: { container: Container; ranks: ReadonlyMap<number, number> }[] = [
    { container: tree.root, ranks: new Map() },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { container, ranks } = next;
    const arrangement = arrange(container, back, ranks, cache.orders);
    arranged.set(container, arrangement);
    downwards.push(container);
    const inner = portRanks(container, arrangement);
    for (const [index, child] of container.inside) {
      waiting.push({ container: child, ranks: inner.get(index) ?? new Map() });
    }
  }

  const placed = new Map<Container, PlacedContainer>();
  for (const container of downwards.toReversed()) {
    const arrangement = arranged.get(container) ?? { parts: [], loops: [] };
    placed.set(container, placeCached(container, arrangement, input.direction, placed, cache));
  }
  return compose(input, tree, placed, back);
}

function placeCached(
  container: Container,
  arrangement: Arrangement,
  direction: LayoutInput['direction'],
  placed: ReadonlyMap<Container, PlacedContainer>,
  cache: LayoutCache,
): PlacedContainer {
  const { strands, children, inside, node } = container;
  const isRight = direction === 'right';
  const turned = isRight
    ? { ...container, strands: strands.map((strand) => ({ ...strand, label: turnedLabel(strand.label) })) }
    : container;
  const sizes = children.map((child, index): ChildSize => {
    const inner = inside.get(index);
    const own = inner && placed.get(inner);
    const size = own ?? (isRight ? { width: child.height, height: child.width } : child);
    return {
      width: size.width,
      height: size.height,
      loops: loopRoom(turned.strands, arrangement.loops, index),
      loopHeight: loopHeight(turned.strands, arrangement.loops, index),
    };
  });
  const ends = strands.map(({ from, to }) => ({
    from: fixedAt(container, placed, from),
    to: fixedAt(container, placed, to),
  }));
  const fixed: FixedEnd = (strand, end) => ends[strand]?.[end] ?? null;
  const frame =
    node === null
      ? { padding: rootPadding, leastWidth: 0, leastHeight: 0 }
      : isRight
        ? { padding: rightPadding, leastWidth: node.height, leastHeight: node.width }
        : { padding: downPadding, leastWidth: node.width, leastHeight: node.height };

  const key = placeKey(arrangement, sizes, ends, strands, [
    isRight ? 1 : 0,
    node === null ? 0 : 1,
    frame.leastWidth,
    frame.leastHeight,
  ]);
  const known = cache.places.get(key);
  if (known) return known;
  const made = placeContainer(turned, arrangement, sizes, fixed, frame);
  cache.places.set(key, made);
  return made;
}

interface Ends {
  readonly from: number | null;
  readonly to: number | null;
}

/** Everything that decides the places in a container, as one text. */
function placeKey(
  { parts, loops }: Arrangement,
  sizes: readonly ChildSize[],
  ends: readonly Ends[],
  strands: readonly Strand[],
  frame: readonly number[],
): string {
  const numbers: (number | null)[] = [...frame];
  for (const { width, height, loops: room } of sizes) numbers.push(width, height, room);
  for (const { label } of strands) numbers.push(label?.width ?? null, label?.height ?? null);
  for (const { from, to } of ends) numbers.push(from, to);
  for (const at of loops) numbers.push(at, strands[at]?.from.child ?? null);
  const words = [numbers.join(',')];
  for (const { key, children, ports, bundles } of parts) {
    words.push(key, children.join(','), ports.join(','));
    for (const bundle of bundles) words.push(bundle.back ? '-' : '+', bundle.strands.join(','));
  }
  return words.join(';');
}

function turnedLabel(label: { readonly width: number; readonly height: number } | null) {
  return label && { width: label.height, height: label.width };
}

/** Where a strand meets a child that is a container and was placed: at the port that it goes on from. */
function fixedAt(
  container: Container,
  placed: ReadonlyMap<Container, PlacedContainer>,
  end: { readonly child: number; readonly inner: number },
): number | null {
  if (end.child === border || end.inner === none) return null;
  const inner = container.inside.get(end.child);
  const own = inner && placed.get(inner);
  const strand = inner?.strands[end.inner];
  const route = own?.routes[end.inner];
  if (!own || !strand || !route || insideEnd(strand) === border) return null;
  const onBorder = [route[0], route.at(-1)].find(
    (point) => point && (point.y === 0 || point.y === own.height),
  );
  return onBorder ? onBorder.x - own.width / 2 : null;
}
