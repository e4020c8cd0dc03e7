/** From one child of a container to another, by index. */
export interface NodePair {
  readonly from: number;
  readonly to: number;
}

/**
 * A rank for each of `count` nodes in the order of the flow: from the entries on, each node after what leads to it, so
 * that only the pairs that close a loop go back, to a lower rank. Nodes that nothing leads to come first, then
 * those that are entered from outside, then what only circles lead to, as it is listed.
 */
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
  const all = Array.from({ length: count }, (_, at) => at);
  const free = all.filter((at) => isTarget[at] === 0);
  const fromOutside = all.filter((at) => isTarget[at] === 1 && entered.has(at));
  const seen = new Uint8Array(count);
  const order = postorder([...free.toReversed(), ...fromOutside.toReversed()], next, seen);
  order.reverse();
  for (const at of all) {
    if (seen[at] === 0) for (const one of postorder([at], next, seen).toReversed()) order.push(one);
  }
  const ranks = new Int32Array(count);
  for (const [rank, at] of order.entries()) ranks[at] = rank;
  return ranks;
}

/** Nodes in the order in which a walk in depth leaves them. A loop of its own: long chains would overflow the stack. */
function postorder(
  starts: readonly number[],
  next: readonly (readonly number[])[],
  seen: Uint8Array,
): number[] {
  const left: number[] = [];
  for (const start of starts) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    const path = [{ at: start, ahead: [...(next[start] ?? [])] }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      // The last edge first, so that in the reversed order the first one comes first.
      const to = top.ahead.pop();
      if (to === undefined) {
        left.push(top.at);
        path.pop();
      } else if (seen[to] === 0) {
        seen[to] = 1;
        path.push({ at: to, ahead: [...(next[to] ?? [])] });
      }
    }
  }
  return left;
}
