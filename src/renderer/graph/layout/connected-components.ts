import type { NodePair } from './cycle-removal.ts';

// Connected components as lists of indexes from 0 to `count - 1`. Everything connected with the outside is
// one component and comes first.
export function connectedComponents(
  count: number,
  pairs: readonly NodePair[],
  fromOutside: readonly number[],
): number[][] {
  const leader = Int32Array.from({ length: count }, (_, at) => at);
  const find = (at: number): number => {
    let root = at;
    while (leader[root] !== root) {
      leader[root] = leader[leader[root] ?? 0] ?? 0;
      root = leader[root] ?? 0;
    }
    return root;
  };
  const join = (a: number, b: number): void => {
    const [first, second] = [find(a), find(b)];
    leader[Math.max(first, second)] = Math.min(first, second);
  };
  for (const { from, to } of pairs) join(from, to);
  const outsidePort = fromOutside[0];
  if (outsidePort !== undefined) for (const at of fromOutside) join(outsidePort, at);

  const components = new Map<number, number[]>();
  if (outsidePort !== undefined) components.set(find(outsidePort), []);
  for (let index = 0; index < count; index += 1) {
    const component = components.get(find(index));
    if (component) component.push(index);
    else components.set(find(index), [index]);
  }
  return [...components.values()];
}
