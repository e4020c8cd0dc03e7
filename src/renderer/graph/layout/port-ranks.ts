import type { ContainerOrder } from './order-nodes.ts';
import { none, type Container } from './hierarchy.ts';

// The order of edges at children that are containers: by their positions in the adjacent layer. Edges from
// the same position may come in any order. By child, then by segment of that child.
export function portRanks(
  container: Container,
  { components }: ContainerOrder,
): ReadonlyMap<number, Int32Array> {
  const ranks = new Map<number, Int32Array>();
  for (const [index, { segments }] of container.inside) ranks.set(index, new Int32Array(segments.length));
  if (ranks.size === 0) return ranks;
  for (const { graph, children, bundles } of components) {
    const positions = new Int32Array(graph.count);
    for (const layer of graph.layers) {
      for (let index = 0; index < layer.length; index += 1) positions[layer[index] ?? 0] = index;
    }
    for (const [index, chain] of graph.chains.entries()) {
      for (const segment of bundles[index]?.segments ?? []) {
        const { from, to } = container.segments[segment] ?? { from: null, to: null };
        for (const end of [from, to]) {
          if (end === null || end.inner === none) continue;
          const beside = children[chain[0] ?? 0] === end.child ? chain[1] : chain.at(-2);
          const those = ranks.get(end.child);
          if (those) those[end.inner] = positions[beside ?? 0] ?? 0;
        }
      }
    }
  }
  return ranks;
}
