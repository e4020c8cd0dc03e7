import type { GraphEdge } from '../../shared/model/graph.ts';
import type { SourceEntry, SourcePlace } from '../../shared/model/source.ts';

export function nodeEntry(nodeId: string): SourceEntry {
  return { title: nodeId.replaceAll(':', ' › '), target: { kind: 'node', nodeId } };
}

export function toolEntry(name: string): SourceEntry {
  return { title: name, target: { kind: 'tool', name } };
}

/** The edges of a node, those that leave it first. */
export function edgeEntries(edges: readonly GraphEdge[], nodeId: string): SourceEntry[] {
  const edgesFromNode = edges.filter(({ source }) => source === nodeId);
  const arriving = edges.filter(({ source, target }) => target === nodeId && source !== nodeId);
  return [...edgesFromNode, ...arriving].map(({ source, target }) => ({
    title: `${shortName(source)} → ${shortName(target)}`,
    target: { kind: 'edge', source, target },
  }));
}

function shortName(nodeId: string): string {
  const name = nodeId.split(':').at(-1) ?? nodeId;
  return /^__(start|end)__$/.exec(name)?.[1] ?? name;
}

/** `src/agent.ts:12` */
export function placeText({ file, line }: SourcePlace): string {
  return `${file}:${line}`;
}
