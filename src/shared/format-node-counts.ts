/** Node names without duplicates, with counts: a node may run many times in one superstep. */
export function formatNodeCounts(nodes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const node of nodes) counts.set(node, (counts.get(node) ?? 0) + 1);
  return [...counts].map(([node, count]) => (count === 1 ? node : `${node} ×${count}`)).join(', ');
}
