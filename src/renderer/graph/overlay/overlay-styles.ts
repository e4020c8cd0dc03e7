import type { GraphShape } from '../../../shared/model/graph.ts';
import { durationText } from '../../ui/display/format.ts';
import type { CanvasDecorations, EdgeStyle, ExtraEdge } from '../model/canvas-decorations.ts';
import { visibleStandIns, type VisibleGraph } from '../model/visible-graph.ts';
import type { NodeTrace, GraphTrace } from './trace-graph.ts';
import type { OverlayMode } from '../preferences.ts';

export interface OverlayStyles extends Pick<CanvasDecorations, 'tints' | 'edgeStyles' | 'extraEdges'> {
  /** A short note at each node. */
  readonly notes: ReadonlyMap<string, string>;
  /** The maximum over all nodes, if they are tinted. */
  readonly maxValue: number | null;
}

export const noOverlayStyles: OverlayStyles = {
  tints: new Map(),
  edgeStyles: new Map(),
  extraEdges: [],
  notes: new Map(),
  maxValue: null,
};

/** The minimum tint, so that a node that took almost no time differs from one that did not run. */
const leastTint = 0.12;

/** Styles the visible graph by a trace. */
export function overlayStyles(
  shape: GraphShape,
  visible: VisibleGraph,
  observation: GraphTrace,
  mode: OverlayMode,
): OverlayStyles {
  if (mode === 'off') return noOverlayStyles;
  const collapsed = new Set(visible.nodes.flatMap(({ id, role }) => (role === 'collapsed' ? id : [])));
  const byId = new Map(shape.nodes.map((node) => [node.id, node]));
  const standIn = visibleStandIns(byId, (id) => collapsed.has(id));
  const notes = new Map<string, string>();
  const values = new Map<string, number>();
  for (const { id, role } of visible.nodes) {
    const facts = observation.nodes.get(id);
    const note = facts && noteOf(facts, mode);
    if (note !== undefined && note !== null) notes.set(id, note);
    const value = mode === 'time' ? facts?.ms : mode === 'tokens' ? facts?.tokens : null;
    // An expanded container is not tinted, because the colour would cover its contents.
    if (role !== 'open' && value !== null && value !== undefined) values.set(id, value);
  }
  const maxValue = values.size === 0 ? null : [...values.values()].reduce((a, b) => Math.max(a, b));
  const tints = new Map(
    [...values].map(([id, value]) => [id, leastTint + (1 - leastTint) * (maxValue ? value / maxValue : 0)]),
  );
  if (mode !== 'observed') return { ...noOverlayStyles, tints, notes, maxValue };
  return {
    tints,
    notes,
    maxValue,
    edgeStyles: edgeStyleOf(shape, visible, observation, standIn),
    extraEdges: extraEdges(visible, observation, standIn),
  };
}

export function tokensText(tokens: number): string {
  return `${tokens.toLocaleString('en')} tok`;
}

function noteOf({ visits, ms, isLowerBound, tokens }: NodeTrace, mode: OverlayMode): string | null {
  const time = ms === null ? null : `${isLowerBound ? '≥ ' : ''}${durationText(ms)}`;
  if (mode === 'observed') return visits === 0 ? null : `${visits}×${time === null ? '' : ` ${time}`}`;
  if (mode === 'time') return time;
  return tokens === null ? null : tokensText(tokens);
}

type StandIns = ReadonlyMap<string, string>;

/** A visible edge was taken if any edge it represents was. */
function edgeStyleOf(
  shape: GraphShape,
  visible: VisibleGraph,
  { taken }: GraphTrace,
  standIn: StandIns,
): ReadonlyMap<string, EdgeStyle> {
  const between = new Set<string>();
  for (const { id, source, target } of shape.edges) {
    if (taken.has(id)) between.add(pairKey(standIn.get(source), standIn.get(target)));
  }
  return new Map(
    visible.edges.map(({ id, source, target }) => [
      id,
      between.has(pairKey(source, target)) ? 'taken' : 'faint',
    ]),
  );
}

function extraEdges(visible: VisibleGraph, { undeclared }: GraphTrace, standIn: StandIns): ExtraEdge[] {
  const drawn = new Set(visible.edges.map(({ source, target }) => pairKey(source, target)));
  const extra = new Map<string, ExtraEdge>();
  for (const { source, target, count } of undeclared) {
    const from = standIn.get(source);
    const to = standIn.get(target);
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
