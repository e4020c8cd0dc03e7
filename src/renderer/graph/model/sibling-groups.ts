import type { GraphEdge, GraphNode, GraphShape } from '../../../shared/model/graph.ts';

// From this many nodes with the same neighbours on, they are drawn as one group.
const minSiblings = 13;

/** A shape in which wide fan-outs are groups: containers that the server does not know. */
export interface GroupedShape extends GraphShape {
  /** How many nodes each group has, by its id. A group is labelled by its first node. */
  readonly groups: ReadonlyMap<string, number>;
  /** The nodes in groups as the server describes them, by id. */
  readonly grouped: ReadonlyMap<string, GraphNode>;
}

/**
 * Replaces many plain nodes of one (sub)graph that lead from the same nodes to the same nodes by a group that
 * contains them. Their edges lead to and from the group. Returns a shape that differs only in that.
 */
export function groupSiblings(shape: GraphShape): GroupedShape {
  const families = familiesOf(shape).filter((members) => members.length >= minSiblings);
  if (families.length === 0) return { ...shape, groups: new Map(), grouped: new Map() };
  const ids = new Set(shape.nodes.map(({ id }) => id));
  const grouped = new Map<string, GraphNode>();
  const groupOf = new Map<string, string>();
  const groups = new Map<string, number>();
  const groupBefore = new Map<string, GraphNode>();
  for (const members of families) {
    const [first] = members;
    if (!first) continue;
    let id = `${first.id} ${siblingsNote(members.length)}`;
    while (ids.has(id)) id += ' ';
    ids.add(id);
    groups.set(id, members.length);
    groupBefore.set(first.id, {
      id,
      label: first.label,
      parent: first.parent,
      kind: 'plain',
      breakBefore: false,
      breakAfter: false,
    });
    for (const member of members) {
      grouped.set(member.id, member);
      groupOf.set(member.id, id);
    }
  }
  const nodes = shape.nodes.flatMap((node) => {
    const group = groupBefore.get(node.id);
    const child = { ...node, parent: groupOf.get(node.id) ?? node.parent };
    // A container comes before its contents.
    return group ? [group, child] : [child];
  });
  return {
    nodes,
    edges: withoutManyLabels(
      shape.edges.map((edge) => ({
        ...edge,
        source: groupOf.get(edge.source) ?? edge.source,
        target: groupOf.get(edge.target) ?? edge.target,
      })),
      groups,
    ),
    depth: shape.depth,
    groups,
    grouped,
  };
}

export function siblingsNote(members: number): string {
  return `+ ${members - 1} siblings`;
}

// Plain nodes with the same container and the same neighbours, in the order of their first member.
function familiesOf({ nodes, edges }: GraphShape): readonly GraphNode[][] {
  const parents = new Set(nodes.flatMap(({ parent }) => parent ?? []));
  const sources = new Map<string, string[]>();
  const targets = new Map<string, string[]>();
  const add = (lists: Map<string, string[]>, id: string, other: string): void => {
    const existing = lists.get(id);
    if (existing) existing.push(other);
    else lists.set(id, [other]);
  };
  for (const { source, target } of edges) {
    add(sources, target, source);
    add(targets, source, target);
  }
  const families = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    if (node.kind === 'start' || node.kind === 'end' || parents.has(node.id)) continue;
    const before = (sources.get(node.id) ?? []).toSorted();
    const after = (targets.get(node.id) ?? []).toSorted();
    if (before.length + after.length === 0) continue;
    const key = JSON.stringify([node.parent, before, after]);
    const family = families.get(key);
    if (family) family.push(node);
    else families.set(key, [node]);
  }
  return [...families.values()];
}

// Different labels of the edges to one group would be a long list, so they are left out.
function withoutManyLabels(edges: readonly GraphEdge[], groups: ReadonlyMap<string, number>): GraphEdge[] {
  const keyOf = ({ source, target }: GraphEdge): string => JSON.stringify([source, target]);
  const labels = new Map<string, Set<string | null>>();
  for (const edge of edges) {
    const edgeLabels = labels.get(keyOf(edge));
    if (edgeLabels) edgeLabels.add(edge.label);
    else labels.set(keyOf(edge), new Set([edge.label]));
  }
  return edges.map((edge) => {
    const isOfGroup = groups.has(edge.source) || groups.has(edge.target);
    return isOfGroup && (labels.get(keyOf(edge))?.size ?? 0) > 1 ? { ...edge, label: null } : edge;
  });
}
