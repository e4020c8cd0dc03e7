import type { Arrangement } from './arrange.ts';
import { none, type Container } from './container-tree.ts';

/**
 * In which order edges come to a child that is a container: by where they lie in the layer next to it. Those that come
 * from one place may come in any order. By strand of that child.
 */
export function portRanks(
  container: Container,
  { parts }: Arrangement,
  child: number,
): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  const part = parts.find(({ children }) => children.includes(child));
  if (!part) return ranks;
  const item = part.children.indexOf(child);
  const positions = new Map<number, number>();
  for (const layer of part.graph.layers) layer.forEach((at, position) => positions.set(at, position));
  for (const [at, chain] of part.graph.chains.entries()) {
    const isUpper = chain[0] === item;
    const isLower = chain.at(-1) === item;
    if (!isUpper && !isLower) continue;
    const beside = (isUpper ? chain[1] : chain.at(-2)) ?? 0;
    for (const strand of part.bundles[at]?.strands ?? []) {
      const { from, to } = container.strands[strand] ?? { from: null, to: null };
      for (const end of [from, to]) {
        if (end?.child === child && end.inner !== none) ranks.set(end.inner, positions.get(beside) ?? 0);
      }
    }
  }
  return ranks;
}
