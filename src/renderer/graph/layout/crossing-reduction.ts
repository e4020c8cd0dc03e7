import { isDummyNode, borderPortOf, type LayerGraph } from './layer-graph.ts';

const maxIdleSweeps = 4;
const maxSweeps = 24;

export function reduceCrossings(graph: LayerGraph): void {
  const positions = new Float64Array(graph.count);
  for (const layer of graph.layers) arrange(graph, layer, positions);
  let best = graph.layers.map((layer) => [...layer]);
  let fewest = countAll(graph, positions);
  let worse = 0;
  for (let sweep = 0; sweep < maxSweeps && worse < maxIdleSweeps && fewest > 0; sweep += 1) {
    sweepOnce(graph, positions, sweep % 2 === 0);
    exchange(graph, positions);
    const crossings = countAll(graph, positions);
    if (crossings < fewest) {
      fewest = crossings;
      best = graph.layers.map((layer) => [...layer]);
      worse = 0;
    } else {
      worse += 1;
    }
  }
  for (const [index, layer] of best.entries()) graph.layers[index] = layer;
}

export function countCrossings(graph: LayerGraph): number {
  const positions = new Float64Array(graph.count);
  for (const layer of graph.layers) number(layer, positions);
  return countAll(graph, positions);
}

function sweepOnce(graph: LayerGraph, positions: Float64Array, isDown: boolean): void {
  const { layers } = graph;
  const barycenters = new Float64Array(graph.count);
  for (let step = 1; step < layers.length; step += 1) {
    const layer = layers[isDown ? step : layers.length - 1 - step] ?? [];
    const neighbours = isDown ? graph.up : graph.down;
    for (const item of layer) {
      const near = neighbours[item] ?? [];
      let sum = 0;
      for (const other of near) sum += positions[other] ?? 0;
      barycenters[item] = near.length === 0 ? -1 : sum / near.length;
    }
    // Items without neighbours on that side stay where they are.
    const free = layer.filter((item) => (barycenters[item] ?? 0) >= 0);
    free.sort(
      (a, b) => (barycenters[a] ?? 0) - (barycenters[b] ?? 0) || (positions[a] ?? 0) - (positions[b] ?? 0),
    );
    let next = 0;
    for (let index = 0; index < layer.length; index += 1) {
      if ((barycenters[layer[index] ?? 0] ?? 0) < 0) continue;
      layer[index] = free[next] ?? 0;
      next += 1;
    }
    arrange(graph, layer, positions);
  }
}

// Ports stay sorted by rank; other items may go anywhere.
function arrange(graph: LayerGraph, layer: number[], positions: Float64Array): void {
  const rank = (item: number): number => borderPortOf(graph.unlayered, item)?.rank ?? -1;
  if (layer.some((item) => rank(item) >= 0)) {
    const ports = layer.filter((item) => rank(item) >= 0);
    const others = layer.filter((item) => rank(item) < 0);
    const sorted = [...others, ...ports.toSorted((a, b) => rank(a) - rank(b))];
    for (let index = 0; index < layer.length; index += 1) layer[index] = sorted[index] ?? 0;
  }
  number(layer, positions);
}

function number(layer: readonly number[], positions: Float64Array): void {
  for (let index = 0; index < layer.length; index += 1) positions[layer[index] ?? 0] = index;
}

function exchange(graph: LayerGraph, positions: Float64Array): void {
  const bySide = [graph.up, graph.down];
  for (let round = 0; round < 3; round += 1) {
    let saved = 0;
    for (const layer of graph.layers) {
      for (let index = 0; index + 1 < layer.length; index += 1) {
        const left = layer[index] ?? 0;
        const right = layer[index + 1] ?? 0;
        if (!mayExchange(graph, left, right)) continue;
        let gain = 0;
        for (const side of bySide) gain += exchangeGain(side[left] ?? [], side[right] ?? [], positions);
        if (gain <= 0) continue;
        layer[index] = right;
        layer[index + 1] = left;
        positions[right] = index;
        positions[left] = index + 1;
        saved += gain;
      }
    }
    if (saved === 0) break;
  }
}

function mayExchange({ unlayered }: LayerGraph, left: number, right: number): boolean {
  if (isDummyNode(unlayered, left) || isDummyNode(unlayered, right)) return true;
  return borderPortOf(unlayered, left)?.rank === borderPortOf(unlayered, right)?.rank;
}

function exchangeGain(left: readonly number[], right: readonly number[], positions: Float64Array): number {
  let gain = 0;
  for (const a of left) {
    const atA = positions[a] ?? 0;
    for (const b of right) {
      const atB = positions[b] ?? 0;
      if (atA > atB) gain += 1;
      else if (atA < atB) gain -= 1;
    }
  }
  return gain;
}

function countAll(graph: LayerGraph, positions: Float64Array): number {
  let crossings = 0;
  for (let index = 0; index + 1 < graph.layers.length; index += 1) {
    crossings += countBetween(
      graph.layers[index] ?? [],
      graph.layers[index + 1]?.length ?? 0,
      graph.down,
      positions,
    );
  }
  return crossings;
}

// Counts inversions between two layers with a Fenwick tree: O(links × log items).
function countBetween(
  upper: readonly number[],
  lowerCount: number,
  down: readonly (readonly number[])[],
  positions: Float64Array,
): number {
  let leaves = 1;
  while (leaves < lowerCount) leaves *= 2;
  const sums = new Int32Array(2 * leaves);
  let crossings = 0;
  for (const item of upper) {
    const endPositions = (down[item] ?? []).map((other) => positions[other] ?? 0).toSorted((a, b) => a - b);
    for (const end of endPositions) crossings += sumAbove(sums, leaves, end);
    for (const end of endPositions)
      for (let node = leaves + end; node >= 1; node >>= 1) sums[node] = (sums[node] ?? 0) + 1;
  }
  return crossings;
}

function sumAbove(sums: Int32Array, leaves: number, end: number): number {
  let sum = 0;
  for (let node = leaves + end; node > 1; node >>= 1) if ((node & 1) === 0) sum += sums[node + 1] ?? 0;
  return sum;
}
