import type { EdgeBundle, ConnectedComponent } from './order-nodes.ts';
import { type FixedPort, spacing } from './spacing.ts';
import type { EdgeSegment } from './hierarchy.ts';
import { isDummyNode } from './layer-graph.ts';

// The offsets of a bundle's parallel segments in one dummy item, from its middle.
export interface EdgeLanes {
  readonly offsets: readonly number[];
  readonly half: number;
  readonly height: number;
}

/** The dummy item of an edge that holds its label: the first one after its source; `null` without a label. */
export function labelItem({ isBack, isLabelled }: EdgeBundle, chain: readonly number[]): number | null {
  if (!isLabelled || chain.length < 3) return null;
  return (isBack ? chain.at(-2) : chain[1]) ?? null;
}

// The lanes of all dummy items of a component. A lane with a label is as wide as the label.
export function edgeLanesOf(
  component: ConnectedComponent,
  edgeSegments: readonly EdgeSegment[],
  fixed: FixedPort,
): ReadonlyMap<number, EdgeLanes> {
  const lanes = new Map<number, EdgeLanes>();
  for (const [index, bundle] of component.bundles.entries()) {
    const chain = component.graph.chains[index] ?? [];
    if (chain.length < 3) continue;
    const labels = bundle.segments.map((segment) => edgeSegments[segment]?.label ?? null);
    const order = laneOrder(bundle, fixed);
    const narrow = labels.map(() => 0);
    const plain = sideBySide(narrow, order, 0);
    const holder = labelItem(bundle, chain);
    for (const item of chain) if (isDummyNode(component.graph.unlayered, item)) lanes.set(item, plain);
    if (holder === null) continue;
    const widths = labels.map((label) => label?.width ?? 0);
    const height = labels.reduce((max, label) => Math.max(max, label?.height ?? 0), 0);
    lanes.set(holder, sideBySide(widths, order, height));
  }
  return lanes;
}

// A bundle's segments from left to right, by their order at the upper end, else at the lower end.
function laneOrder({ segments, isBack }: EdgeBundle, fixed: FixedPort): number[] {
  const offset = (index: number): number => {
    const segment = segments[index] ?? 0;
    return fixed(segment, isBack ? 'to' : 'from') ?? fixed(segment, isBack ? 'from' : 'to') ?? 0;
  };
  return segments.map((_, index) => index).toSorted((a, b) => offset(a) - offset(b));
}

function sideBySide(widths: readonly number[], order: readonly number[], height: number): EdgeLanes {
  const gap = height > 0 ? 8 : spacing.lines - 2;
  const total = widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1);
  const offsets = widths.map(() => 0);
  let x = -total / 2;
  for (const index of order) {
    const width = widths[index] ?? 0;
    offsets[index] = x + width / 2;
    x += width + gap;
  }
  return { offsets, half: total / 2, height };
}

export function minimumGapIn({
  graph: { unlayered },
}: ConnectedComponent): (left: number, right: number) => number {
  const isNode = (item: number): boolean => item < unlayered.nodes;
  return (left, right) => {
    if (isNode(left)) return isNode(right) ? spacing.nodes : spacing.nodeLine;
    return isNode(right) ? spacing.nodeLine : spacing.lines;
  };
}
