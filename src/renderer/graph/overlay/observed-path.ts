import type { GraphShape } from '../../../shared/model/graph.ts';
import type { Execution, ExecutionSpan } from '../../../shared/model/thread-record.ts';
import { totalsOf, type NodeTotals, type OverlayStep } from '../../../shared/thread-record/overlay.ts';
import {
  declaredTransitions,
  startEnd,
  transitionKey,
  type DeclaredTransitions,
  type Transition,
} from './expand-edges.ts';

export interface UndeclaredEdge {
  readonly source: string;
  readonly target: string;
  readonly count: number;
}

export interface ObservedPath {
  readonly nodes: ReadonlyMap<string, NodeTotals>;
  // How often each declared edge was taken, by edge id; excludes edges that were not.
  readonly traversalCounts: ReadonlyMap<string, number>;
  // Mean time in milliseconds from the end of an edge's source until its target started, by edge id. Excludes
  // edges of which no passage was timed.
  readonly waits: ReadonlyMap<string, number>;
  readonly undeclared: readonly UndeclaredEdge[];
}

// Maps executed steps to the declared graph. `runId`: only the time of this run counts.
export function observePath(
  shape: GraphShape,
  steps: readonly OverlayStep[],
  runId: string | null = null,
): ObservedPath {
  const declared = declaredTransitions(shape);
  const transitions = transitionsTaken(steps, declared);
  const watched = new Set([...transitions.values()].map(({ transition }) => transition.container));
  const traversalCounts = new Map<string, number>();
  const waits = new Map<string, number>();
  for (const [edgeId, parts] of declared.transitionsByEdge) {
    const counts = parts.map((transition) =>
      // Without data from inside a subgraph, nothing is known about its edges.
      watched.has(transition.container)
        ? (transitions.get(transitionKey(transition))?.count ?? 0)
        : Number.POSITIVE_INFINITY,
    );
    const count = counts.reduce((min, one) => Math.min(min, one), Number.POSITIVE_INFINITY);
    if (count === 0 || !Number.isFinite(count)) continue;
    traversalCounts.set(edgeId, count);
    // The first one leads across; the others only into and out of subgraphs.
    const across = parts[0] && transitions.get(transitionKey(parts[0]));
    if (across && across.timed > 0) waits.set(edgeId, across.waitMs / across.timed);
  }
  return {
    nodes: totalsOf(
      steps.flatMap(({ executions }) => executions),
      runId,
    ),
    traversalCounts,
    waits,
    undeclared: undeclaredEdges(shape, transitions, declared),
  };
}

interface TakenTransition {
  readonly transition: Transition;
  readonly count: number;
  // How often the time between both nodes is known, and the sum of these times.
  readonly timed: number;
  readonly waitMs: number;
}

// The transitions between the tasks of consecutive steps. Several nodes may run in a step, and servers don't
// report which of them led to which: a declared transition wins, then a declared one from an earlier step (a
// node that waits for all others); only otherwise is it an undeclared one.
export function transitionsTaken(
  steps: readonly OverlayStep[],
  { keys, leads }: Pick<DeclaredTransitions, 'keys' | 'leads'>,
): ReadonlyMap<string, TakenTransition> {
  const takenTransitions = new Map<string, TakenTransition>();
  const unmatchedIds = new Map<OverlayStep, Set<string>>();
  const followed = new Set<OverlayStep>();
  const take = (transition: Transition, waitMs: number | null = null): void => {
    const key = transitionKey(transition);
    const takenTransition = takenTransitions.get(key);
    takenTransitions.set(key, {
      transition,
      count: (takenTransition?.count ?? 0) + 1,
      timed: (takenTransition?.timed ?? 0) + (waitMs === null ? 0 : 1),
      waitMs: (takenTransition?.waitMs ?? 0) + (waitMs ?? 0),
    });
  };

  for (const step of steps) {
    const { container } = step;
    const before = step.previousStep === null ? undefined : steps[step.previousStep];
    if (before) followed.add(before);
    for (const to of idsIn(step)) {
      if (step.isFirst) take({ container, from: startEnd.start, to });
      if (!before) continue;
      const isDeclared = (from: string): boolean => keys.has(transitionKey({ container, from, to }));
      const named = namedSources(step, to);
      const idsOfStepBefore = idsIn(before);
      const declared = named.length > 0 ? named : idsOfStepBefore.filter(isDeclared);
      const fromEarlier = declared.length > 0 ? [] : earlierSources(steps, before, to, isDeclared);
      for (const from of declared.length > 0
        ? declared
        : fromEarlier.length > 0
          ? fromEarlier
          : idsOfStepBefore) {
        take({ container, from, to }, waitBetween(before, from, step, to));
        if (idsOfStepBefore.includes(from))
          unmatchedIds.set(before, (unmatchedIds.get(before) ?? new Set()).add(from));
      }
    }
  }
  for (const step of steps) {
    if (!step.isLast && !followed.has(step)) continue;
    const { container } = step;
    const ids = idsIn(step);
    for (const from of ids) {
      if (unmatchedIds.get(step)?.has(from) === true) continue;
      const transition = { container, from, to: startEnd.end };
      // A branch that ends next to continuing ones ends by a declared transition, or waits for them.
      const strays = step.isLast && ids.length === 1 && leads.has(from);
      if (keys.has(transitionKey(transition)) || strays) take(transition);
    }
  }
  return takenTransitions;
}

// From the end of a node in one step to its successor's start in the next; `null` if unknown.
function waitBetween(before: OverlayStep, from: string, step: OverlayStep, to: string): number | null {
  const sources = spansOf(before, from, -1);
  const targets = spansOf(step, to, 0);
  const runId = targets[0]?.runId ?? null;
  // Between two runs it waited for somebody.
  if (runId === null || [...sources, ...targets].some((span) => span?.runId !== runId)) return null;
  let end = Number.NEGATIVE_INFINITY;
  for (const span of sources) {
    if (span?.endedAt?.bound !== 'exact') return null;
    end = Math.max(end, span.endedAt.ms);
  }
  let start = Number.POSITIVE_INFINITY;
  for (const span of targets) {
    if (span?.startedAt?.bound !== 'exact') return null;
    start = Math.min(start, span.startedAt.ms);
  }
  const wait = start - end;
  // The same checkpoint ended the one and began the other: the time between is in one of them.
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}

function spansOf({ executions }: OverlayStep, nodeId: string, index: 0 | -1): (ExecutionSpan | undefined)[] {
  return executions.flatMap((one) => (one.nodeId === nodeId ? [one.spans.at(index)] : []));
}

// Declared sources among earlier steps, back to the node's previous visit.
function earlierSources(
  steps: readonly OverlayStep[],
  from: OverlayStep,
  to: string,
  isDeclared: (id: string) => boolean,
): readonly string[] {
  for (let step: OverlayStep | undefined = from; step;) {
    const ids = idsIn(step);
    if (ids.includes(to)) return [];
    const sources = ids.filter(isDeclared);
    if (sources.length > 0) return sources;
    step = step.previousStep === null ? undefined : steps[step.previousStep];
  }
  return [];
}

function namedSources(step: OverlayStep, id: string): readonly string[] {
  const names = step.executions.flatMap((one: Execution) => (one.nodeId === id ? one.from : []));
  return [...new Set(names.map((name) => idOf(step, name)))];
}

function undeclaredEdges(
  shape: GraphShape,
  transitions: ReadonlyMap<string, TakenTransition>,
  { keys }: DeclaredTransitions,
): UndeclaredEdge[] {
  const nodeIds = new Set(shape.nodes.map(({ id }) => id));
  const endOf = (container: string, kind: 'start' | 'end'): string | undefined =>
    shape.nodes.find((node) => node.kind === kind && (node.parent ?? '') === container)?.id;
  return [...transitions].flatMap(([key, { transition, count }]) => {
    if (keys.has(key)) return [];
    const source = transition.from === '' ? endOf(transition.container, 'start') : transition.from;
    const target = transition.to === '' ? endOf(transition.container, 'end') : transition.to;
    if (source === undefined || target === undefined) return [];
    return nodeIds.has(source) && nodeIds.has(target) ? [{ source, target, count }] : [];
  });
}

function idsIn(step: OverlayStep): readonly string[] {
  return [...new Set(step.executions.map(({ nodeId }) => nodeId))];
}

function idOf({ container }: OverlayStep, name: string): string {
  return container === '' ? name : `${container}:${name}`;
}
