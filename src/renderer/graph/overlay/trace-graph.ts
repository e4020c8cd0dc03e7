import type { GraphShape } from '../../../shared/model/graph.ts';
import type { TraceStep } from '../../../shared/model/threads/execution-trace.ts';
import {
  declaredTransitions,
  startEnd,
  transitionKey,
  type DeclaredTransitions,
  type Transition,
} from './expand-edges.ts';

/** The trace of one node. `ms` and `tokens` are `null` if unknown. */
export interface NodeTrace {
  readonly visits: number;
  readonly ms: number | null;
  /** The time of some visits is unknown, so `ms` is a minimum. */
  readonly isLowerBound: boolean;
  readonly tokens: number | null;
}

/** A transition that was taken although the graph does not declare it. */
export interface UndeclaredEdge {
  readonly source: string;
  readonly target: string;
  readonly count: number;
}

export interface GraphTrace {
  /** By node id. A subgraph's tokens include everything inside it. */
  readonly nodes: ReadonlyMap<string, NodeTrace>;
  /** How often each declared edge was taken, by edge id; excludes edges that were not. */
  readonly taken: ReadonlyMap<string, number>;
  /**
   * Mean time in milliseconds from the end of an edge's source until its target started, by edge id. Excludes
   * edges of which no passage was timed.
   */
  readonly waits: ReadonlyMap<string, number>;
  readonly undeclared: readonly UndeclaredEdge[];
}

/** Maps executed steps to the declared graph. */
export function traceGraph(shape: GraphShape, steps: readonly TraceStep[]): GraphTrace {
  const declared = declaredTransitions(shape);
  const transitions = transitionsTaken(steps, declared);
  const watched = new Set([...transitions.values()].map(({ transition }) => transition.container));
  const taken = new Map<string, number>();
  const waits = new Map<string, number>();
  for (const [edgeId, parts] of declared.transitionsByEdge) {
    const counts = parts.map((transition) =>
      // Without data from inside a subgraph, nothing is known about its edges.
      watched.has(transition.container)
        ? (transitions.get(transitionKey(transition))?.count ?? 0)
        : Number.POSITIVE_INFINITY,
    );
    const count = counts.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    if (count === 0 || !Number.isFinite(count)) continue;
    taken.set(edgeId, count);
    // The first one leads across; the others only into and out of subgraphs.
    const across = parts[0] && transitions.get(transitionKey(parts[0]));
    if (across && across.timed > 0) waits.set(edgeId, across.waitMs / across.timed);
  }
  return {
    nodes: nodeFacts(shape, steps),
    taken,
    waits,
    undeclared: undeclaredEdges(shape, transitions, declared),
  };
}

interface TakenTransition {
  readonly transition: Transition;
  readonly count: number;
  /** How often the time between both nodes is known, and the sum of these times. */
  readonly timed: number;
  readonly waitMs: number;
}

/**
 * The transitions between the tasks of consecutive steps. Several nodes may run in a step, and servers don't
 * report which of them led to which: a declared transition wins, then a declared one from an earlier step (a
 * node that waits for all others); only otherwise is it an undeclared one.
 */
export function transitionsTaken(
  steps: readonly TraceStep[],
  { keys, leads }: Pick<DeclaredTransitions, 'keys' | 'leads'>,
): ReadonlyMap<string, TakenTransition> {
  const found = new Map<string, TakenTransition>();
  const left = new Map<TraceStep, Set<string>>();
  const followed = new Set<TraceStep>();
  const take = (transition: Transition, waitMs: number | null = null): void => {
    const key = transitionKey(transition);
    const known = found.get(key);
    found.set(key, {
      transition,
      count: (known?.count ?? 0) + 1,
      timed: (known?.timed ?? 0) + (waitMs === null ? 0 : 1),
      waitMs: (known?.waitMs ?? 0) + (waitMs ?? 0),
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
      const near = idsIn(before);
      const declared = named.length > 0 ? named : near.filter(isDeclared);
      const fromEarlier = declared.length > 0 ? [] : earlierSources(steps, before, to, isDeclared);
      for (const from of declared.length > 0 ? declared : fromEarlier.length > 0 ? fromEarlier : near) {
        take({ container, from, to }, waitBetween(before, from, step, to));
        if (near.includes(from)) left.set(before, (left.get(before) ?? new Set()).add(from));
      }
    }
  }
  for (const step of steps) {
    if (!step.isLast && !followed.has(step)) continue;
    const { container } = step;
    const ids = idsIn(step);
    for (const from of ids) {
      if (left.get(step)?.has(from) === true) continue;
      const transition = { container, from, to: startEnd.end };
      // A branch that ends next to continuing ones ends by a declared transition, or waits for them.
      const strays = step.isLast && ids.length === 1 && leads.has(from);
      if (keys.has(transitionKey(transition)) || strays) take(transition);
    }
  }
  return found;
}

/** From the end of a node in one step to its successor's start in the next; `null` if unknown. */
function waitBetween(before: TraceStep, from: string, step: TraceStep, to: string): number | null {
  // Times count from the start of each run.
  if (before.runId !== step.runId) return null;
  const sources = before.tasks.filter(({ name }) => idOf(before, name) === from);
  const targets = step.tasks.filter(({ name }) => idOf(step, name) === to);
  let end = Number.NEGATIVE_INFINITY;
  for (const { startMs, ms } of sources) {
    if (startMs === undefined || ms === null) return null;
    end = Math.max(end, startMs + ms);
  }
  let start = Number.POSITIVE_INFINITY;
  for (const { startMs } of targets) start = Math.min(start, startMs ?? Number.POSITIVE_INFINITY);
  const wait = start - end;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** Declared sources among earlier steps, back to the node's previous visit. */
function earlierSources(
  steps: readonly TraceStep[],
  from: TraceStep,
  to: string,
  isDeclared: (id: string) => boolean,
): readonly string[] {
  for (let step: TraceStep | undefined = from; step;) {
    const ids = idsIn(step);
    if (ids.includes(to)) return [];
    const sources = ids.filter(isDeclared);
    if (sources.length > 0) return sources;
    step = step.previousStep === null ? undefined : steps[step.previousStep];
  }
  return [];
}

function namedSources(step: TraceStep, id: string): readonly string[] {
  const names = step.tasks.flatMap((task) => (idOf(step, task.name) === id ? task.from : []));
  return [...new Set(names.map((name) => idOf(step, name)))];
}

function undeclaredEdges(
  shape: GraphShape,
  transitions: ReadonlyMap<string, TakenTransition>,
  { keys }: DeclaredTransitions,
): UndeclaredEdge[] {
  const known = new Set(shape.nodes.map(({ id }) => id));
  const endOf = (container: string, kind: 'start' | 'end'): string | undefined =>
    shape.nodes.find((node) => node.kind === kind && (node.parent ?? '') === container)?.id;
  return [...transitions].flatMap(([key, { transition, count }]) => {
    if (keys.has(key)) return [];
    const source = transition.from === '' ? endOf(transition.container, 'start') : transition.from;
    const target = transition.to === '' ? endOf(transition.container, 'end') : transition.to;
    if (source === undefined || target === undefined) return [];
    return known.has(source) && known.has(target) ? [{ source, target, count }] : [];
  });
}

function nodeFacts(shape: GraphShape, steps: readonly TraceStep[]): ReadonlyMap<string, NodeTrace> {
  const facts = new Map<string, NodeTrace>();
  for (const step of steps) {
    // A step's time is recorded on one task of each node.
    const timed = new Set(step.tasks.flatMap(({ name, ms }) => (ms === null ? [] : name)));
    for (const { name, ms, tokens } of step.tasks) {
      const id = idOf(step, name);
      const before = facts.get(id);
      facts.set(id, {
        visits: (before?.visits ?? 0) + 1,
        ms: sum(before?.ms, ms),
        isLowerBound: before?.isLowerBound === true || !timed.has(name),
        tokens: sum(before?.tokens, tokens),
      });
    }
  }
  const parentOf = new Map(shape.nodes.map(({ id, parent }) => [id, parent]));
  const own = [...facts];
  for (const [id, { tokens }] of own) {
    if (tokens === null) continue;
    for (const up of above(id, parentOf)) {
      const around = facts.get(up) ?? noFacts;
      facts.set(up, { ...around, tokens: sum(around.tokens, tokens) });
    }
  }
  // A subgraph's time is at least that of its nodes, even if nothing else reports it.
  for (const [id, { ms }] of own) {
    if (ms === null) continue;
    for (const up of above(id, parentOf)) {
      const around = facts.get(up) ?? noFacts;
      if (around.ms === null || around.ms < ms) facts.set(up, { ...around, ms, isLowerBound: true });
    }
  }
  return facts;
}

const noFacts: NodeTrace = { visits: 0, ms: null, isLowerBound: true, tokens: null };

/** The ancestors of a node, innermost first; stops at a cycle. */
function above(id: string, parentOf: ReadonlyMap<string, string | null>): ReadonlySet<string> {
  const found = new Set<string>();
  for (let up = parentOf.get(id); up && !found.has(up); up = parentOf.get(up)) found.add(up);
  return found;
}

function idsIn(step: TraceStep): readonly string[] {
  return [...new Set(step.tasks.map(({ name }) => idOf(step, name)))];
}

function idOf({ container }: TraceStep, name: string): string {
  return container === '' ? name : `${container}:${name}`;
}

function sum(a: number | null | undefined, b: number | null): number | null {
  return a === null || a === undefined ? b : b === null ? a : a + b;
}
