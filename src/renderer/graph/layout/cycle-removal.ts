export interface NodePair {
  readonly from: number;
  readonly to: number;
}

// Ranks `count` nodes in flow order: each node after its predecessors, so that only edges that close a cycle
// lead to a lower rank. Starts with nodes without incoming edges, then those entered from outside, then those
// reachable only through cycles, in list order.
export function flowRanks(
  count: number,
  pairs: readonly NodePair[],
  entered: ReadonlySet<number>,
): Int32Array {
  const next: number[][] = Array.from({ length: count }, () => []);
  const isTarget = new Uint8Array(count);
  for (const { from, to } of pairs) {
    if (from === to) continue;
    next[from]?.push(to);
    isTarget[to] = 1;
  }
  const all = Array.from({ length: count }, (_, index) => index);
  const free = all.filter((index) => isTarget[index] === 0);
  const fromOutside = all.filter((index) => isTarget[index] === 1 && entered.has(index));
  const visited = new Uint8Array(count);
  const order = postorder([...free.toReversed(), ...fromOutside.toReversed()], next, visited);
  order.reverse();
  for (const index of all) {
    if (visited[index] === 0)
      for (const one of postorder([index], next, visited).toReversed()) order.push(one);
  }
  const ranks = new Int32Array(count);
  for (const [rank, index] of order.entries()) ranks[index] = rank;
  return ranks;
}

// Depth-first postorder. Iterative, because long chains would overflow the stack.
function postorder(
  starts: readonly number[],
  next: readonly (readonly number[])[],
  visited: Uint8Array,
): number[] {
  const left: number[] = [];
  for (const start of starts) {
    if (visited[start] === 1) continue;
    visited[start] = 1;
    const path = [{ at: start, ahead: [...(next[start] ?? [])] }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      // The last edge first, so that the reversed order starts with the first one.
      const to = top.ahead.pop();
      if (to === undefined) {
        left.push(top.at);
        path.pop();
      } else if (visited[to] === 0) {
        visited[to] = 1;
        path.push({ at: to, ahead: [...(next[to] ?? [])] });
      }
    }
  }
  return left;
}
