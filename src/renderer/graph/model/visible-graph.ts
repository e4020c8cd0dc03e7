import type { GraphEdge, GraphNode, GraphShape } from '../../../shared/model/graph.ts';
import type { AgentRow } from './agent-rows.ts';
import { containersAbove, indexGraph, type GraphIndex } from './graph-index.ts';
import type { GroupedShape } from './sibling-groups.ts';

/** The depth of displayed subgraphs: `0` shows only the top level. */
export type XrayLevel = number | 'all';

/** Containers that the user collapsed (`true`) or expanded (`false`) regardless of the level. */
export type CollapseOverrides = ReadonlyMap<string, boolean>;

/** A node on the canvas. A collapsed container is a single node. */
export interface VisibleNode {
  readonly id: string;
  readonly node: GraphNode;
  readonly parent: string | null;
  readonly role: 'node' | 'collapsed' | 'open';
  readonly rows?: readonly AgentRow[];
}

/** An edge between two visible nodes. May represent several edges of the shape. */
export interface VisibleEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** True only if every represented edge is conditional. */
  readonly conditional: boolean;
  readonly labels: readonly string[];
}

export interface VisibleGraph {
  readonly nodes: readonly VisibleNode[];
  readonly edges: readonly VisibleEdge[];
}

/** The available levels: `0` to the graph's depth, then all. Empty for a flat graph. */
export function xrayLevels(depth: number): XrayLevel[] {
  if (depth === 0) return [];
  return [...Array.from({ length: depth + 1 }, (_, level) => level), 'all'];
}

/** Whether a container is collapsed at a level, by override or by its depth; a group is, unless expanded by hand. */
export function isCollapsed(
  index: GraphIndex,
  level: XrayLevel,
  overrides: CollapseOverrides,
  containerId: string,
): boolean {
  const byHand = overrides.get(containerId);
  if (byHand !== undefined) return byHand;
  if (index.groups.has(containerId)) return true;
  return level !== 'all' && (index.levelOf.get(containerId) ?? 0) >= level;
}

/** The visible part of a shape at a level: nodes outside collapsed containers, and the edges between them. */
export function visibleGraph(
  shape: GraphShape & Partial<GroupedShape>,
  level: XrayLevel,
  overrides: CollapseOverrides,
): VisibleGraph {
  const index = indexGraph(shape);
  const collapsedAncestors = collapsedAncestorsOf(index.byId, (id) =>
    isCollapsed(index, level, overrides, id),
  );
  const nodes: VisibleNode[] = [];
  for (const node of index.byId.values()) {
    if (collapsedAncestors.get(node.id) !== node.id) continue;
    const parent = containersAbove(index.byId, node)[0] ?? null;
    nodes.push({
      id: node.id,
      node: shape.grouped?.get(node.id) ?? node,
      parent,
      role: roleOf(index, level, overrides, node.id),
    });
  }
  return { nodes, edges: mergeEdges(shape.edges, collapsedAncestors) };
}

function roleOf(
  index: GraphIndex,
  level: XrayLevel,
  overrides: CollapseOverrides,
  id: string,
): VisibleNode['role'] {
  if (!index.childrenOf.has(id)) return 'node';
  return isCollapsed(index, level, overrides, id) ? 'collapsed' : 'open';
}

/** For each node, the visible node that stands for it: its outermost collapsed ancestor, else itself. */
export function collapsedAncestorsOf(
  byId: GraphIndex['byId'],
  collapsed: (containerId: string) => boolean,
): ReadonlyMap<string, string> {
  return new Map(
    [...byId.values()].map((node) => [node.id, containersAbove(byId, node).findLast(collapsed) ?? node.id]),
  );
}

// Moves each edge to the representatives of its ends and merges edges between the same two nodes, with all
// labels. Drops self-loops that come only from collapsing, but keeps real ones. Drops edges to nodes missing
// from the shape.
function mergeEdges(
  edges: readonly GraphEdge[],
  collapsedAncestors: ReadonlyMap<string, string>,
): VisibleEdge[] {
  const merged = new Map<string, VisibleEdge>();
  for (const edge of edges) {
    const source = collapsedAncestors.get(edge.source);
    const target = collapsedAncestors.get(edge.target);
    if (source === undefined || target === undefined) continue;
    if (source === target && edge.source !== edge.target) continue;
    if (source === target && source !== edge.source) continue;
    const key = JSON.stringify([source, target]);
    const before = merged.get(key);
    const labels = new Set(before?.labels);
    if (edge.label !== null) labels.add(edge.label);
    merged.set(key, {
      id: before?.id ?? edge.id,
      source,
      target,
      conditional: edge.conditional && (before?.conditional ?? true),
      labels: [...labels],
    });
  }
  return [...merged.values()];
}
