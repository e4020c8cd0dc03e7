import type { GraphShape } from '../../../shared/model/graph.ts';
import type { NodeMark } from '../../../shared/model/comparison.ts';
import type { EdgeStyle } from '../model/canvas-decorations.ts';
import { collapsedAncestorsOf, type VisibleGraph } from '../model/visible-graph.ts';

export type ComparisonMark = NodeMark['mark'];

export const comparisonWords: Readonly<Record<ComparisonMark, string>> = {
  both: 'same output',
  'other-output': 'different output',
  'other-order': 'different order',
  'only-left': 'only left',
  'only-right': 'only right',
  unknown: 'unknown',
};

// How strongly a node is tinted, so that differences are seen from far away, too.
const tints: Readonly<Record<ComparisonMark, number>> = {
  both: 0,
  unknown: 0,
  'other-order': 0.2,
  'other-output': 0.5,
  'only-left': 0.5,
  'only-right': 0.5,
};

export interface ComparisonMarks {
  readonly marks: ReadonlyMap<string, ComparisonMark>;
  // How often each node ran on either side, where that differs or is more than once.
  readonly notes: ReadonlyMap<string, string>;
  readonly tints: ReadonlyMap<string, number>;
  // Edges at a node that ran on neither side are faint.
  readonly edgeStyles: ReadonlyMap<string, EdgeStyle>;
  // Nodes that ran and are not in this graph.
  readonly missing: readonly NodeMark[];
}

// The marks of the visible graph. What is inside of a collapsed container marks the container.
export function comparisonMarks(
  nodes: readonly NodeMark[],
  shape: GraphShape,
  visible: VisibleGraph,
): ComparisonMarks {
  const collapsed = new Set(visible.nodes.flatMap(({ id, role }) => (role === 'collapsed' ? id : [])));
  const open = new Set(visible.nodes.flatMap(({ id, role }) => (role === 'open' ? id : [])));
  const byId = new Map(shape.nodes.map((node) => [node.id, node]));
  const collapsedAncestors = collapsedAncestorsOf(byId, (id) => collapsed.has(id));
  const marks = new Map<string, ComparisonMark>();
  const notes = new Map<string, string>();
  const missing: NodeMark[] = [];
  for (const node of nodes) {
    const visibleId = collapsedAncestors.get(node.nodeId);
    if (visibleId === undefined) {
      missing.push(node);
      continue;
    }
    const before = marks.get(visibleId);
    marks.set(visibleId, before === undefined ? node.mark : joinMarks(before, node.mark));
    const { leftVisits, rightVisits } = node;
    if (visibleId === node.nodeId && (leftVisits !== rightVisits || leftVisits > 1)) {
      notes.set(
        visibleId,
        leftVisits === rightVisits ? `${leftVisits}×` : `${leftVisits}× | ${rightVisits}×`,
      );
    }
  }
  const isTerminal = (id: string): boolean => {
    const kind = byId.get(id)?.kind;
    return kind === 'start' || kind === 'end';
  };
  const hasRun = (id: string): boolean => marks.has(id) || isTerminal(id) || open.has(id);
  return {
    marks,
    notes,
    // The colour of an open container would cover what is inside of it.
    tints: new Map(
      [...marks].flatMap(([id, mark]) =>
        tints[mark] > 0 && !open.has(id) ? [[id, tints[mark]] as const] : [],
      ),
    ),
    edgeStyles: new Map(
      visible.edges.flatMap(({ id, source, target }) =>
        hasRun(source) && hasRun(target) ? [] : [[id, 'faint'] as const],
      ),
    ),
    missing,
  };
}

function joinMarks(one: ComparisonMark, other: ComparisonMark): ComparisonMark {
  if (one === other) return one;
  if ([one, other].every((mark) => mark === 'both' || mark === 'unknown')) return 'unknown';
  if ([one, other].every((mark) => mark === 'both' || mark === 'unknown' || mark === 'other-order'))
    return 'other-order';
  return 'other-output';
}
