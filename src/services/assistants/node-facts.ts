import type { GraphNodeKind } from '../../shared/model/graph.ts';
import { arrayOrEmpty, recordOrEmpty, nonEmptyStringOrNull } from '../parsing/narrow.ts';

/** Classes whose objects are graphs themselves, in both languages' libraries. */
const graphClasses = new Set(['CompiledStateGraph', 'CompiledGraph', 'Pregel', 'RemoteGraph']);

/** What a node is, by the last part of its id and the class that the server names (docs/protocol.md, Graph JSON). */
export function nodeKind(label: string, className: string | null): GraphNodeKind {
  if (label === '__start__') return 'start';
  if (label === '__end__') return 'end';
  if (className === null) return 'plain';
  if (graphClasses.has(className)) return 'subgraph';
  if (className.endsWith('ToolNode')) return 'tool';
  return /^Chat[A-Z]|(Model|LLM)$/.test(className) ? 'model' : 'plain';
}

/** The class behind a node: the last item of `data.id`; `null` where the server names none. */
export function classNameOf(wireNode: unknown): string | null {
  return nonEmptyStringOrNull(arrayOrEmpty(recordOrEmpty(recordOrEmpty(wireNode)['data'])['id']).at(-1));
}

/** The name that a node's data carries: `data.name`, or `data` itself in older servers. */
export function dataNameOf(wireNode: unknown): string | null {
  const { data } = recordOrEmpty(wireNode);
  return nonEmptyStringOrNull(data) ?? nonEmptyStringOrNull(recordOrEmpty(data)['name']);
}

/**
 * Breakpoints that the graph was compiled with: `metadata.__interrupt` is `before`, `after` or `before,after`. Only
 * Python's servers send it; the JavaScript library's own JSON puts metadata into `data`.
 */
export function breakpointsOf(wireNode: unknown): { breakBefore: boolean; breakAfter: boolean } {
  const { metadata, data } = recordOrEmpty(wireNode);
  const marker = recordOrEmpty(metadata)['__interrupt'] ?? recordOrEmpty(recordOrEmpty(data)['metadata'])['__interrupt'];
  const words = typeof marker === 'string' ? marker.split(',').map((word) => word.trim()) : arrayOrEmpty(marker);
  return { breakBefore: words.includes('before'), breakAfter: words.includes('after') };
}
