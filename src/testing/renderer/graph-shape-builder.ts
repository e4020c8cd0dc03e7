import type { GraphShape } from '../../shared/model/graph.ts';

/**
 * A shape in short notation: node IDs as the server writes them, edges as `a>b`, conditional ones as `a?b` or
 * `a?b(label)`.
 */
export function buildGraphShape(ids: readonly string[], edges: readonly string[]): GraphShape {
  const allIds = new Set(ids);
  const parentOf = (id: string): string | null => {
    const parent = id.slice(0, Math.max(0, id.lastIndexOf(':')));
    return allIds.has(parent) ? parent : null;
  };
  const containers = new Set(ids.map(parentOf));
  const levelOf = (id: string): number => {
    const parent = parentOf(id);
    return parent === null ? 0 : levelOf(parent) + 1;
  };
  return {
    nodes: ids.map((id) => ({
      id,
      label: id.slice(id.lastIndexOf(':') + 1),
      parent: parentOf(id),
      kind: kindOf(id, containers.has(id)),
      breakBefore: false,
      breakAfter: false,
    })),
    edges: edges.map((text, index) => {
      const [, source = '', sign, target = '', label] = /^(.*?)([>?])(.*?)(?:\((.*)\))?$/.exec(text) ?? [];
      return { id: `e${index}`, source, target, conditional: sign === '?', label: label ?? null };
    }),
    depth: Math.max(0, ...ids.map(levelOf)),
  };
}

function kindOf(id: string, isContainer: boolean): 'start' | 'end' | 'subgraph' | 'plain' {
  if (id.endsWith('__start__')) return 'start';
  if (id.endsWith('__end__')) return 'end';
  return isContainer ? 'subgraph' : 'plain';
}

/** Three levels, a loop and two labelled branches: the demo's `writer`. */
export const writerShape: GraphShape = buildGraphShape(
  [
    '__start__',
    'plan',
    'write',
    'write:draft',
    'write:deep',
    'write:deep:polish',
    'write:deep:check',
    'review',
    'publish',
    '__end__',
  ],
  [
    '__start__>plan',
    'plan>write:draft',
    'write:draft>write:deep:polish',
    'write:deep:polish>write:deep:check',
    'write:deep:check>review',
    'review?plan(again)',
    'review?publish(approved)',
    'publish>__end__',
  ],
);
