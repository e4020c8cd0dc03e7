import type { GraphNode } from '../../shared/model/graph.ts';

export function findNodes(nodes: readonly GraphNode[], text: string): GraphNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const rankOf = ({ label, id }: GraphNode): number | null => {
    const name = label.toLowerCase();
    if (name === wanted || id.toLowerCase() === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    return name.includes(wanted) || id.toLowerCase().includes(wanted) ? 2 : null;
  };
  return [0, 1, 2].flatMap((rank) => nodes.filter((node) => rankOf(node) === rank));
}
