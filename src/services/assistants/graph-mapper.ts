import { AppError } from '../../shared/app-error.ts';
import type { GraphEdge, GraphNode, GraphShape, GraphNodeKind } from '../../shared/model/graph.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../shared/narrow.ts';

/**
 * Maps a server's graph JSON (docs/protocol.md, Graph JSON). Accepts all known forms: node data as object,
 * text or missing, ids that became numbers, start and end nodes inside a subgraph, containers implied by node
 * ids, edges to unlisted nodes. Throws an `AppError` (`protocol`) for anything else.
 */
export function toGraphShape(wire: unknown): GraphShape {
  const { nodes: wireNodes, edges: wireEdges } = recordOrEmpty(wire);
  if (!Array.isArray(wireNodes) || !Array.isArray(wireEdges)) {
    throw new AppError('protocol', 'The server did not return a graph.', {
      hint: 'Check that the address is a graph server and that no proxy changes its responses.',
      details: { where: 'graph' },
    });
  }
  const edges = toEdges(wireEdges);
  const listed = new Map<string, unknown>();
  for (const node of wireNodes) {
    const id = idOf(recordOrEmpty(node)['id']);
    if (id !== null && !listed.has(id)) listed.set(id, node);
  }
  const ids = withContainers([...listed.keys(), ...edges.flatMap(({ source, target }) => [source, target])]);
  const containers = new Set(ids.map(parentOf).filter((parent) => parent !== null));
  const nodes = ids.map((id) => toNode(id, listed.get(id), containers.has(id)));
  return { nodes, edges, depth: ids.reduce((deepest, id) => Math.max(deepest, levelOf(id)), 0) };
}

function toNode(id: string, wire: unknown, isContainer: boolean): GraphNode {
  const { breakBefore, breakAfter } = breakpointsOf(wire);
  const label = labelOf(id, wire);
  const kind = isContainer ? 'subgraph' : nodeKind(label, classNameOf(wire));
  return { id, label, parent: parentOf(id), kind, breakBefore, breakAfter };
}

function toEdges(wireEdges: readonly unknown[]): GraphEdge[] {
  const nodeCounts = new Map<string, number>();
  return wireEdges.flatMap((wire) => {
    const { source: wireSource, target: wireTarget, data, conditional } = recordOrEmpty(wire);
    const source = idOf(wireSource);
    const target = idOf(wireTarget);
    if (source === null || target === null) {
      // Without one edge the drawing would show another graph.
      throw new AppError(
        'protocol',
        `The server sent a graph with an edge that has no ${source === null ? 'source' : 'target'}.`,
        {
          hint: 'Check that no proxy changes its responses.',
          details: { where: 'graph' },
        },
      );
    }
    const label =
      typeof data === 'number' || typeof data === 'boolean' ? String(data) : nonEmptyStringOrNull(data);
    const base = `${source}->${target}`;
    const count = (nodeCounts.get(base) ?? 0) + 1;
    nodeCounts.set(base, count);
    const id = count === 1 ? base : `${base}#${count}`;
    return [
      { id, source, target, conditional: conditional === true, label: label === target ? null : label },
    ];
  });
}

// Distinct ids, containers before their content, otherwise in the server's order.
function withContainers(ids: readonly string[]): string[] {
  const ordered = new Set<string>();
  const add = (id: string): void => {
    const parent = parentOf(id);
    if (parent !== null) add(parent);
    ordered.add(id);
  };
  for (const id of ids) add(id);
  return [...ordered];
}

// Last part of the id, or the node's name where that part is a mere position (it was a UUID).
function labelOf(id: string, wire: unknown): string {
  const isPosition = typeof recordOrEmpty(wire)['id'] === 'number';
  return (isPosition ? dataNameOf(wire) : null) ?? id.slice(lastColon(id) + 1);
}

function parentOf(id: string): string | null {
  const colon = lastColon(id);
  return colon < 0 ? null : id.slice(0, colon);
}

function levelOf(id: string): number {
  const parent = parentOf(id);
  return parent === null ? 0 : 1 + levelOf(parent);
}

// Index of the last colon with text on both sides, or -1.
function lastColon(id: string): number {
  const colon = id.lastIndexOf(':');
  return colon <= 0 || colon === id.length - 1 ? -1 : colon;
}

function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : nonEmptyStringOrNull(value);
}

const graphClasses = new Set(['CompiledStateGraph', 'CompiledGraph', 'Pregel', 'RemoteGraph']);

// The kind of a node, by the last part of its id and its class (docs/protocol.md, Graph JSON).
function nodeKind(label: string, className: string | null): GraphNodeKind {
  if (label === '__start__') return 'start';
  if (label === '__end__') return 'end';
  if (className === null) return 'plain';
  if (graphClasses.has(className)) return 'subgraph';
  if (className.endsWith('ToolNode')) return 'tool';
  return /^Chat[A-Z]|(Model|LLM)$/.test(className) ? 'model' : 'plain';
}

// A node's class, the last item of `data.id`; `null` if the server sends none.
function classNameOf(wireNode: unknown): string | null {
  return nonEmptyStringOrNull(arrayOrEmpty(recordOrEmpty(recordOrEmpty(wireNode)['data'])['id']).at(-1));
}

// A node's name: `data.name`, or `data` itself on older servers.
function dataNameOf(wireNode: unknown): string | null {
  const { data } = recordOrEmpty(wireNode);
  return nonEmptyStringOrNull(data) ?? nonEmptyStringOrNull(recordOrEmpty(data)['name']);
}

// Breakpoints compiled into the graph: `metadata.__interrupt` is `before`, `after` or `before,after`. Sent by
// Python's servers only; the JavaScript library's own JSON puts metadata into `data`.
export function breakpointsOf(wireNode: unknown): { breakBefore: boolean; breakAfter: boolean } {
  const { metadata, data } = recordOrEmpty(wireNode);
  const marker =
    recordOrEmpty(metadata)['__interrupt'] ?? recordOrEmpty(recordOrEmpty(data)['metadata'])['__interrupt'];
  const words =
    typeof marker === 'string' ? marker.split(',').map((word) => word.trim()) : arrayOrEmpty(marker);
  return { breakBefore: words.includes('before'), breakAfter: words.includes('after') };
}
