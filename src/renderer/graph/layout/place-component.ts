import type { Box, Point } from '../model/layout-types.ts';
import type { ConnectedComponent } from './order-nodes.ts';
import { placePorts, type PortPlacement } from './port-placement.ts';
import type { ChildSize, FixedPort } from './spacing.ts';
import type { LinkStep } from './block-compaction.ts';
import { brandesKoepf } from './brandes-koepf.ts';
import type { EdgeSegment } from './hierarchy.ts';
import { minimumGapIn, labelItem, edgeLanesOf } from './edge-lanes.ts';
import { borderPortOf } from './layer-graph.ts';
import { layerHeights, type LayerRow, type StepLine } from './layer-heights.ts';

export interface PlacedComponent {
  readonly width: number;
  readonly height: number;
  // The top left corner of each child, by item of the component.
  readonly corners: readonly Point[];
  // Routes from the upper to the lower end, by segment. At ports they end at the component's upper or lower side.
  readonly routes: ReadonlyMap<number, readonly Point[]>;
  readonly labels: ReadonlyMap<number, Box>;
}

export function placeComponent(
  component: ConnectedComponent,
  edgeSegments: readonly EdgeSegment[],
  sizeOf: (child: number) => ChildSize,
  fixed: FixedPort,
): PlacedComponent {
  const { graph } = component;
  const lanes = edgeLanesOf(component, edgeSegments, fixed);
  const sizes = component.children.map(sizeOf);
  const reach = {
    left: Array.from({ length: graph.count }, () => 0),
    right: Array.from({ length: graph.count }, () => 0),
  };
  for (const [item, size] of sizes.entries()) {
    reach.left[item] = size.width / 2;
    reach.right[item] = size.width / 2 + size.loops;
  }
  for (const [item, { half }] of lanes) reach.left[item] = reach.right[item] = half;

  const xs = brandesKoepf(graph, stepsOf(component, fixed), reach, minimumGapIn(component));
  const ends = placePorts(component, lanes, xs, sizes, fixed);
  const lines = stepLines(component, ends);
  const { rows, height } = layerHeights(component, sizes, lanes, lines);

  let min = Infinity;
  let max = -Infinity;
  for (let item = 0; item < graph.count; item += 1) {
    min = Math.min(min, (xs[item] ?? 0) - (reach.left[item] ?? 0));
    max = Math.max(max, (xs[item] ?? 0) + (reach.right[item] ?? 0));
  }
  const left = Number.isFinite(min) ? min : 0;
  const rowOf = (item: number): LayerRow => rows[graph.layerOf[item] ?? 0] ?? { y: 0, height: 0 };
  const corners = sizes.map((size, item): Point => {
    const row = rowOf(item);
    return { x: (xs[item] ?? 0) - size.width / 2 - left, y: row.y + (row.height - size.height) / 2 };
  });
  const routes = new Map<number, Point[]>();
  const labels = new Map<number, Box>();
  for (const line of lines) {
    const route = routes.get(line.segment) ?? [
      { x: line.upper - left, y: bottomOf(component, sizes, rowOf, line.above) },
    ];
    routes.set(line.segment, route);
    if (line.track !== null)
      route.push({ x: line.upper - left, y: line.track }, { x: line.lower - left, y: line.track });
    if (line.last) route.push({ x: line.lower - left, y: topOf(component, sizes, rowOf, line.below) });
  }
  for (const [index, bundle] of component.bundles.entries()) {
    const holder = labelItem(bundle, graph.chains[index] ?? []);
    if (holder === null) continue;
    for (const [lane, segment] of bundle.segments.entries()) {
      const label = edgeSegments[segment]?.label;
      if (!label) continue;
      const middle = (xs[holder] ?? 0) + (lanes.get(holder)?.offsets[lane] ?? 0) - left;
      const row = rowOf(holder);
      labels.set(segment, {
        x: middle - label.width / 2,
        y: row.y + (row.height - label.height) / 2,
        width: label.width,
        height: label.height,
      });
    }
  }
  return { width: Number.isFinite(min) ? max - min : 0, height, corners, routes, labels };
}

// Input of the column placement: each step of each link, in the middle of its segments.
function stepsOf({ graph, bundles }: ConnectedComponent, fixed: FixedPort): LinkStep[] {
  return graph.chains.flatMap((chain, index) => {
    const bundle = bundles[index];
    const mean = (isUpper: boolean): number => {
      const end = isUpper === (bundle?.isBack ?? false) ? 'to' : 'from';
      const offsets = (bundle?.segments ?? [])
        .map((segment) => fixed(segment, end))
        .filter((offset) => offset !== null);
      return offsets.length === 0 ? 0 : offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length;
    };
    return chain.slice(1).map((lower, step) => ({
      upper: chain[step] ?? 0,
      lower,
      atUpper: step === 0 ? mean(true) : 0,
      atLower: step === chain.length - 2 ? mean(false) : 0,
      back: bundle?.isBack ?? false,
    }));
  });
}

// Each segment's steps from layer to layer, with its positions on both sides of the channel.
function stepLines({ graph, bundles }: ConnectedComponent, ends: PortPlacement): StepLine[] {
  const lines: StepLine[] = [];
  for (const [index, chain] of graph.chains.entries()) {
    for (const segment of bundles[index]?.segments ?? []) {
      const positions = ends.positionsOf(index, segment);
      for (let step = 0; step + 1 < chain.length; step += 1) {
        lines.push({
          segment,
          layer: graph.layerOf[chain[step] ?? 0] ?? 0,
          above: chain[step] ?? 0,
          below: chain[step + 1] ?? 0,
          upper: positions[step] ?? 0,
          lower: positions[step + 1] ?? 0,
          bundle: ends.sharedBy(index, step === 0, step + 2 === chain.length) ?? -1 - lines.length,
          last: step + 2 === chain.length,
          track: null,
        });
      }
    }
  }
  return lines;
}

function bottomOf(
  component: ConnectedComponent,
  sizes: readonly ChildSize[],
  rowOf: (item: number) => LayerRow,
  item: number,
): number {
  const row = rowOf(item);
  const size = sizes[item];
  if (!size || borderPortOf(component.graph.unlayered, item)) return row.y;
  return row.y + (row.height + size.height) / 2;
}

function topOf(
  component: ConnectedComponent,
  sizes: readonly ChildSize[],
  rowOf: (item: number) => LayerRow,
  item: number,
): number {
  const row = rowOf(item);
  const size = sizes[item];
  if (!size || borderPortOf(component.graph.unlayered, item)) return row.y + row.height;
  return row.y + (row.height - size.height) / 2;
}
