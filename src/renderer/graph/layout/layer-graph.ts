import { assignLayers, type Link } from './layering.ts';

export interface BorderPort {
  readonly top: boolean;
  // Ports are sorted by rank from left to right; those with equal ranks may swap.
  readonly rank: number;
}

// The input of layering: items 0 to `nodes - 1` are nodes, followed by the ports.
export interface UnlayeredGraph {
  readonly nodes: number;
  readonly ports: readonly BorderPort[];
  // From a higher to a lower item. A `span` of 2 leaves room for a label.
  readonly links: readonly Link[];
  readonly order: readonly number[];
}

// A layered graph in which links connect only adjacent layers: a longer link has a dummy item in each layer
// between. Dummy items follow nodes and ports.
export interface LayerGraph {
  readonly unlayered: UnlayeredGraph;
  readonly count: number;
  readonly layerOf: readonly number[];
  // Items from left to right, by layer. Reordered by crossing reduction.
  readonly layers: number[][];
  readonly chains: readonly (readonly number[])[];
  readonly up: readonly (readonly number[])[];
  readonly down: readonly (readonly number[])[];
}

export function isDummyNode(unlayered: UnlayeredGraph, item: number): boolean {
  return item >= unlayered.nodes + unlayered.ports.length;
}

export function borderPortOf(unlayered: UnlayeredGraph, item: number): BorderPort | undefined {
  return item < unlayered.nodes ? undefined : unlayered.ports[item - unlayered.nodes];
}

// Assigns items to layers and adds dummy items to long links. Drops empty layers.
export function buildLayerGraph(unlayered: UnlayeredGraph): LayerGraph {
  const fixed = unlayered.nodes + unlayered.ports.length;
  const top = new Set<number>();
  const bottom = new Set<number>();
  for (const [index, port] of unlayered.ports.entries())
    (port.top ? top : bottom).add(unlayered.nodes + index);
  const layered = assignLayers(fixed, unlayered.links, unlayered.order, { top, bottom });
  const layerOf = [...layered];
  const up: number[][] = Array.from({ length: fixed }, () => []);
  const down: number[][] = Array.from({ length: fixed }, () => []);
  const chains = unlayered.links.map(({ upper, lower }) => {
    const chain = [upper];
    for (let layer = (layerOf[upper] ?? 0) + 1; layer < (layerOf[lower] ?? 0); layer += 1) {
      const placeholder = layerOf.push(layer) - 1;
      up.push([]);
      down.push([]);
      chain.push(placeholder);
    }
    chain.push(lower);
    for (let index = 1; index < chain.length; index += 1) {
      const upperItem = chain[index - 1] ?? 0;
      const lowerItem = chain[index] ?? 0;
      down[upperItem]?.push(lowerItem);
      up[lowerItem]?.push(upperItem);
    }
    return chain;
  });
  let layerCount = 0;
  for (const layer of layerOf) layerCount = Math.max(layerCount, layer + 1);
  const layers: number[][] = Array.from({ length: layerCount }, () => []);
  for (const item of firstSeen(unlayered.order, down, layerOf.length)) layers[layerOf[item] ?? 0]?.push(item);
  return {
    unlayered,
    count: layerOf.length,
    layerOf,
    layers: layers.filter((layer) => layer.length > 0),
    chains,
    up,
    down,
  };
}

// Items in depth-first order from the top: the initial order of the layers.
function firstSeen(order: readonly number[], down: readonly (readonly number[])[], count: number): number[] {
  const visited = new Uint8Array(count);
  const visitOrder: number[] = [];
  for (const start of order) {
    const waiting = [start];
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      if (visited[item] === 1) continue;
      visited[item] = 1;
      visitOrder.push(item);
      const next = down[item] ?? [];
      for (let index = next.length - 1; index >= 0; index -= 1) waiting.push(next[index] ?? 0);
    }
  }
  return visitOrder;
}
