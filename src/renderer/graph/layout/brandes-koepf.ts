import {
  compactBlocks,
  type AlignedBlocks,
  type MinimumGap,
  type ItemExtent,
  type LinkStep,
  type LayerSweep,
} from './block-compaction.ts';
import { isDummyNode, type LayerGraph } from './layer-graph.ts';

// Horizontal positions by Brandes and Köpf: long links are vertical, items are centred on their neighbours,
// and the minimum gap is kept. Combines four candidate layouts, each compacted into one corner.
export function brandesKoepf(
  graph: LayerGraph,
  steps: readonly LinkStep[],
  reach: ItemExtent,
  gap: MinimumGap,
): Float64Array {
  const stepsAbove: number[][] = Array.from({ length: graph.count }, () => []);
  const stepsBelow: number[][] = Array.from({ length: graph.count }, () => []);
  for (const [index, step] of steps.entries()) {
    stepsBelow[step.upper]?.push(index);
    stepsAbove[step.lower]?.push(index);
  }
  const position = new Int32Array(graph.count);
  for (const layer of graph.layers) layer.forEach((item, index) => (position[item] = index));
  const xAt = (step: number, end: 'upper' | 'lower'): number => {
    const linkStep = steps[step];
    if (!linkStep) return 0;
    return end === 'upper'
      ? (position[linkStep.upper] ?? 0) + linkStep.atUpper * 1e-6
      : (position[linkStep.lower] ?? 0) + linkStep.atLower * 1e-6;
  };
  for (const list of stepsAbove) if (list.length > 1) list.sort((a, b) => xAt(a, 'upper') - xAt(b, 'upper'));
  for (const list of stepsBelow) if (list.length > 1) list.sort((a, b) => xAt(a, 'lower') - xAt(b, 'lower'));
  const conflictMarks = crossingLongOnes(graph, steps, stepsAbove, position);
  giveWay(steps, stepsAbove, stepsBelow, conflictMarks);

  const candidates: Float64Array[] = [];
  for (const isDown of [true, false]) {
    const ordered = isDown ? graph.layers : graph.layers.toReversed();
    for (const sign of [1, -1] as const) {
      const flip = sign === -1;
      const view: LayerSweep = {
        layers: flip ? ordered.map((layer) => layer.toReversed()) : ordered,
        before: isDown ? stepsAbove : stepsBelow,
        position: flip ? mirrored(graph, position) : position,
        isDown,
        sign,
      };
      const blocks = align(graph, steps, view, conflictMarks);
      candidates.push(
        compactBlocks(steps, view, blocks, flip ? { left: reach.right, right: reach.left } : reach, gap),
      );
    }
  }
  return between(candidates, reach);
}

function mirrored(graph: LayerGraph, position: Int32Array): Int32Array {
  const other = new Int32Array(position.length);
  for (const layer of graph.layers) {
    for (const item of layer) other[item] = layer.length - 1 - (position[item] ?? 0);
  }
  return other;
}

// Steps that cross an inner segment of a long link. They give way, so that long links stay vertical.
function crossingLongOnes(
  graph: LayerGraph,
  steps: readonly LinkStep[],
  stepsAbove: readonly (readonly number[])[],
  position: Int32Array,
): Uint8Array {
  const conflictMarks = new Uint8Array(steps.length);
  const isLong = (item: number): boolean => isDummyNode(graph.unlayered, item);
  for (let offset = 1; offset < graph.layers.length; offset += 1) {
    const layer = graph.layers[offset] ?? [];
    let from = 0;
    let leftmost = -1;
    for (let index = 0; index < layer.length; index += 1) {
      const item = layer[index] ?? 0;
      // An inner segment of a long link has one step to the layer above.
      const above = isLong(item) ? steps[stepsAbove[item]?.[0] ?? -1]?.upper : undefined;
      const inner = above !== undefined && isLong(above) ? above : undefined;
      if (inner === undefined && index + 1 < layer.length) continue;
      const rightmost = inner === undefined ? Infinity : (position[inner] ?? 0);
      for (; from <= index; from += 1) {
        const lower = layer[from] ?? 0;
        for (const step of stepsAbove[lower] ?? []) {
          const upper = steps[step]?.upper ?? 0;
          const upperPosition = position[upper] ?? 0;
          if ((upperPosition < leftmost || upperPosition > rightmost) && !(isLong(upper) && isLong(lower)))
            conflictMarks[step] = 1;
        }
      }
      leftmost = rightmost;
    }
  }
  return conflictMarks;
}

// Back edges give way where another edge shares an end: the forward path is straight, the loop goes around.
function giveWay(
  steps: readonly LinkStep[],
  stepsAbove: readonly (readonly number[])[],
  stepsBelow: readonly (readonly number[])[],
  conflictMarks: Uint8Array,
): void {
  const leadsOn = (stepIndexes: readonly number[] | undefined): boolean =>
    stepIndexes?.some((index) => !steps[index]?.back) ?? false;
  for (const [index, { upper, lower, back }] of steps.entries()) {
    if (back && (leadsOn(stepsBelow[upper]) || leadsOn(stepsAbove[lower]))) conflictMarks[index] = 1;
  }
}

// Aligns each item with the median of its neighbours if nothing is crossed. Aligned items form a block.
function align(
  graph: LayerGraph,
  steps: readonly LinkStep[],
  view: LayerSweep,
  conflictMarks: Uint8Array,
): AlignedBlocks {
  const root = Int32Array.from({ length: graph.count }, (_, item) => item);
  const shift = new Float64Array(graph.count);
  for (const layer of view.layers) {
    let reached = -1;
    for (const item of layer) {
      const all = view.before[item] ?? [];
      const candidates = all.some((index) => conflictMarks[index] === 1)
        ? all.filter((index) => conflictMarks[index] !== 1)
        : all;
      if (candidates.length === 0) continue;
      for (const middle of [
        Math.floor((candidates.length - 1) / 2),
        Math.ceil((candidates.length - 1) / 2),
      ]) {
        const index = candidates[view.sign === 1 ? middle : candidates.length - 1 - middle] ?? 0;
        const step = steps[index];
        if (root[item] !== item || !step) continue;
        const other = view.isDown ? step.upper : step.lower;
        const otherPosition = view.position[other] ?? 0;
        if (otherPosition <= reached) continue;
        const lean = view.sign * (view.isDown ? step.atUpper - step.atLower : step.atLower - step.atUpper);
        root[item] = root[other] ?? other;
        shift[item] = (shift[other] ?? 0) + lean;
        reached = otherPosition;
      }
    }
  }
  return { root, shift };
}

function between(candidates: readonly Float64Array[], reach: ItemExtent): Float64Array {
  const spans = candidates.map((xs) => {
    let min = Infinity;
    let max = -Infinity;
    for (let item = 0; item < xs.length; item += 1) {
      min = Math.min(min, (xs[item] ?? 0) - (reach.left[item] ?? 0));
      max = Math.max(max, (xs[item] ?? 0) + (reach.right[item] ?? 0));
    }
    return { min, max };
  });
  const narrowest = spans.reduce(
    (a, b) => (b.max - b.min < a.max - a.min ? b : a),
    spans[0] ?? { min: 0, max: 0 },
  );
  const offsets = spans.map(({ min, max }, index) =>
    index % 2 === 0 ? narrowest.min - min : narrowest.max - max,
  );
  const result = new Float64Array(candidates[0]?.length ?? 0);
  const [a, b, c, d] = candidates;
  if (!a || !b || !c || !d) return result;
  const [byA = 0, byB = 0, byC = 0, byD = 0] = offsets;
  for (let item = 0; item < result.length; item += 1) {
    const first = (a[item] ?? 0) + byA;
    const second = (b[item] ?? 0) + byB;
    const third = (c[item] ?? 0) + byC;
    const fourth = (d[item] ?? 0) + byD;
    // Of two pairs, the larger lower end and the smaller upper end are the medians.
    const low = Math.max(Math.min(first, second), Math.min(third, fourth));
    const high = Math.min(Math.max(first, second), Math.max(third, fourth));
    result[item] = (low + high) / 2;
  }
  return result;
}
