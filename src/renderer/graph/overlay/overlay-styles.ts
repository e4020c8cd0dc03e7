import type { GraphShape } from '../../../shared/model/graph.ts';
import { boundedDurationText, durationText } from '../../ui/display/format.ts';
import { tokensText } from '../../ui/display/tokens-text.ts';
import type { CanvasDecorations, EdgeNote, EdgeStyle, ExtraEdge } from '../model/canvas-decorations.ts';
import { collapsedAncestorsOf, type VisibleGraph } from '../model/visible-graph.ts';
import type { NodeTotals } from '../../../shared/thread-record/overlay.ts';
import type { WorkedTime } from '../../../shared/thread-record/worked-time.ts';
import type { ObservedPath } from './observed-path.ts';
import type { OverlayMode } from '../preferences.ts';

export interface OverlayStyles extends Pick<
  CanvasDecorations,
  'tints' | 'edgeStyles' | 'edgeNotes' | 'extraEdges'
> {
  readonly notes: ReadonlyMap<string, string>;
  readonly maxValue: number | null;
}

export const noOverlayStyles: OverlayStyles = {
  tints: new Map(),
  edgeStyles: new Map(),
  edgeNotes: new Map(),
  extraEdges: [],
  notes: new Map(),
  maxValue: null,
};

// The minimum tint, so that a node that took almost no time differs from one that did not run.
const minTint = 0.12;

/** Styles the visible graph by a trace, for `bottleneck` by one of the critical path, which took `totalMs`. */
export function overlayStyles(
  shape: GraphShape,
  visible: VisibleGraph,
  observation: ObservedPath,
  mode: OverlayMode,
  totalMs = 0,
): OverlayStyles {
  if (mode === 'off') return noOverlayStyles;
  const collapsed = new Set(visible.nodes.flatMap(({ id, role }) => (role === 'collapsed' ? id : [])));
  const byId = new Map(shape.nodes.map((node) => [node.id, node]));
  const collapsedAncestors = collapsedAncestorsOf(byId, (id) => collapsed.has(id));
  const notes = new Map<string, string>();
  const values = new Map<string, number>();
  for (const { id, role } of visible.nodes) {
    const facts = observation.nodes.get(id);
    const note = facts && noteOf(facts, mode, totalMs);
    if (note !== undefined && note !== null) notes.set(id, note);
    const value =
      mode === 'time' || mode === 'bottleneck' ? facts?.time?.ms : mode === 'tokens' ? facts?.tokens : null;
    // An expanded container is not tinted, because the colour would cover its contents.
    if (role !== 'open' && value !== null && value !== undefined) values.set(id, value);
  }
  const maxValue = values.size === 0 ? null : [...values.values()].reduce((a, b) => Math.max(a, b));
  const tints = new Map(
    [...values].map(([id, value]) => [id, minTint + (1 - minTint) * (maxValue ? value / maxValue : 0)]),
  );
  if (mode === 'time' || mode === 'tokens') return { ...noOverlayStyles, tints, notes, maxValue };
  return {
    tints,
    notes,
    maxValue,
    edgeStyles: edgeStyleOf(shape, visible, observation, collapsedAncestors),
    edgeNotes: mode === 'observed' ? edgeNotesOf(shape, visible, observation, collapsedAncestors) : new Map(),
    extraEdges: extraEdges(visible, observation, collapsedAncestors),
  };
}

function noteOf(
  { visits, time: worked, tokens, hasUnknownTokens }: NodeTotals,
  mode: OverlayMode,
  totalMs: number,
): string | null {
  const time = worked === null ? null : boundedDurationText(worked.ms, worked.bound);
  if (mode === 'observed') return visits === 0 ? null : `${visits}×${time === null ? '' : ` ${time}`}`;
  if (mode === 'time') return worked === null ? null : `${time}${sumText(worked)}`;
  if (mode === 'bottleneck') {
    if (worked === null) return 'time unknown';
    return totalMs > 0 ? `${time} ${Math.min(100, Math.round((worked.ms / totalMs) * 100))}%` : time;
  }
  return tokens === null ? null : tokensText(tokens, hasUnknownTokens);
}

// The sum of visits that ran side by side, which is more than the time by the clock.
function sumText({ ms, sumMs, bound }: WorkedTime): string {
  // Each bound is the whole superstep, so their sum means nothing.
  return bound !== 'atMost' && sumMs > ms ? `, Σ ${durationText(sumMs)}` : '';
}

type CollapsedAncestors = ReadonlyMap<string, string>;

// A visible edge was taken if any edge it represents was.
function edgeStyleOf(
  shape: GraphShape,
  visible: VisibleGraph,
  { traversalCounts }: ObservedPath,
  collapsedAncestors: CollapsedAncestors,
): ReadonlyMap<string, EdgeStyle> {
  const between = new Set<string>();
  for (const { id, source, target } of shape.edges) {
    if (traversalCounts.has(id))
      between.add(pairKey(collapsedAncestors.get(source), collapsedAncestors.get(target)));
  }
  return new Map(
    visible.edges.map(({ id, source, target }) => [
      id,
      between.has(pairKey(source, target)) ? 'taken' : 'faint',
    ]),
  );
}

function edgeNotesOf(
  shape: GraphShape,
  visible: VisibleGraph,
  { traversalCounts, waits }: ObservedPath,
  collapsedAncestors: CollapsedAncestors,
): ReadonlyMap<string, EdgeNote> {
  const counts = new Map<string, { count: number; waitMs: number; timed: number }>();
  for (const { id, source, target } of shape.edges) {
    const count = traversalCounts.get(id);
    if (count === undefined) continue;
    const key = pairKey(collapsedAncestors.get(source), collapsedAncestors.get(target));
    const previous = counts.get(key) ?? { count: 0, waitMs: 0, timed: 0 };
    const wait = waits.get(id);
    counts.set(key, {
      count: previous.count + count,
      waitMs: previous.waitMs + (wait ?? 0) * count,
      timed: previous.timed + (wait === undefined ? 0 : count),
    });
  }
  return new Map(
    visible.edges.flatMap(({ id, source, target }): [string, EdgeNote][] => {
      const transition = counts.get(pairKey(source, target));
      if (!transition) return [];
      const { count, waitMs, timed } = transition;
      const mean = timed === count ? waitMs / timed : null;
      const times = count === 1 ? 'once' : `${count} times`;
      const wait =
        mean === null
          ? 'The time between the two nodes is unknown.'
          : `${durationText(mean)} between the two nodes${count === 1 ? '' : ' on average'}.`;
      return [
        [
          id,
          {
            texts: [...(mean === null || mean < 1 ? [] : [`${count}× ${durationText(mean)}`]), `${count}×`],
            title: `Taken ${times}. ${wait}`,
          },
        ],
      ];
    }),
  );
}

function extraEdges(
  visible: VisibleGraph,
  { undeclared }: ObservedPath,
  collapsedAncestors: CollapsedAncestors,
): ExtraEdge[] {
  const drawn = new Set(visible.edges.map(({ source, target }) => pairKey(source, target)));
  const extra = new Map<string, ExtraEdge>();
  for (const { source, target, count } of undeclared) {
    const from = collapsedAncestors.get(source);
    const to = collapsedAncestors.get(target);
    const key = pairKey(from, to);
    // Inside a collapsed container, or parallel to an existing edge.
    if (from === undefined || to === undefined || drawn.has(key) || extra.has(key)) continue;
    if (from === to && source !== target) continue;
    const times = count === 1 ? 'once' : `${count} times`;
    extra.set(key, {
      id: `${source}->${target}`,
      source: from,
      target: to,
      style: 'dotted',
      title: `Taken ${times} from ${source} to ${target}, not declared by the graph`,
    });
  }
  return [...extra.values()];
}

function pairKey(source: string | undefined, target: string | undefined): string {
  return JSON.stringify([source, target]);
}
