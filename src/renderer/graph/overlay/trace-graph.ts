import type { GraphShape } from '../../../shared/model/graph.ts';
import type { TraceStep } from '../../../shared/model/threads/execution-trace.ts';
import {
  declaredTransitions,
  startEnd,
  transitionKey,
  type DeclaredTransitions,
  type Transition,
} from './expand-edges.ts';

/** What is known of one node. `ms` and `tokens` are `null` where nothing told. */
export interface NodeTrace {
  readonly visits: number;
  readonly ms: number | null;
  /** The time of some of its visits is not known: it took at least `ms`. */
  readonly isLowerBound: boolean;
  readonly tokens: number | null;
}

/** A way that was taken although the graph does not declare it, between two nodes of the shape. */
export interface UndeclaredEdge {
  readonly source: string;
  readonly target: string;
  readonly count: number;
}

export interface GraphTrace {
  /** By node id. A subgraph's tokens are those of everything inside of it. */
  readonly nodes: ReadonlyMap<string, NodeTrace>;
  /** How often each declared edge was taken, by edge id; edges that were not are not in it. */
  readonly taken: ReadonlyMap<string, number>;
  readonly undeclared: readonly UndeclaredEdge[];
}

/** Lays what ran over what is declared. */
export function traceGraph(shape: GraphShape, steps: readonly TraceStep[]): GraphTrace {
  const declared = declaredTransitions(shape);
  const ways = transitionsTaken(steps, declared);
  const watched = new Set([...ways.values()].map(({ way }) => way.container));
  const taken = new Map<string, number>();
  for (const [edgeId, parts] of declared.transitionsByEdge) {
    const counts = parts.map((way) =>
      // What happens in a subgraph that was not looked into tells nothing against an edge.
      watched.has(way.container) ? (ways.get(transitionKey(way))?.count ?? 0) : Number.POSITIVE_INFINITY,
    );
    const count = counts.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    if (count > 0 && Number.isFinite(count)) taken.set(edgeId, count);
  }
  return { nodes: nodeFacts(shape, steps), taken, undeclared: undeclaredEdges(shape, ways, declared) };
}

interface TakenWay {
  readonly way: Transition;
  readonly count: number;
}

/**
 * The ways between the tasks of one step and the next. Several nodes may run in a step, and servers do not say which of
 * them led to which: a declared way wins, then a declared one from further back (a node that waits for all others),
 * and only what nothing declares is taken for a way of its own.
 */
export function transitionsTaken(
  steps: readonly TraceStep[],
  { keys, leads }: Pick<DeclaredTransitions, 'keys' | 'leads'>,
): ReadonlyMap<string, TakenWay> {
  const found = new Map<string, TakenWay>();
  const left = new Map<TraceStep, Set<string>>();
  const followed = new Set<TraceStep>();
  const take = (way: Transition): void => {
    const key = transitionKey(way);
    found.set(key, { way, count: (found.get(key)?.count ?? 0) + 1 });
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
      const far = declared.length > 0 ? [] : earlierSources(steps, before, to, isDeclared);
      for (const from of declared.length > 0 ? declared : far.length > 0 ? far : near) {
        take({ container, from, to });
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
      const way = { container, from, to: startEnd.end };
      // A branch that comes to its end beside others that go on does so by a declared way, or waits for them.
      const strays = step.isLast && ids.length === 1 && leads.has(from);
      if (keys.has(transitionKey(way)) || strays) take(way);
    }
  }
  return found;
}

/** Declared sources among the steps before, back to the last time that the node ran itself. */
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
  ways: ReadonlyMap<string, TakenWay>,
  { keys }: DeclaredTransitions,
): UndeclaredEdge[] {
  const known = new Set(shape.nodes.map(({ id }) => id));
  const endOf = (container: string, kind: 'start' | 'end'): string | undefined =>
    shape.nodes.find((node) => node.kind === kind && (node.parent ?? '') === container)?.id;
  return [...ways].flatMap(([key, { way, count }]) => {
    if (keys.has(key)) return [];
    const source = way.from === '' ? endOf(way.container, 'start') : way.from;
    const target = way.to === '' ? endOf(way.container, 'end') : way.to;
    if (source === undefined || target === undefined) return [];
    return known.has(source) && known.has(target) ? [{ source, target, count }] : [];
  });
}

function nodeFacts(shape: GraphShape, steps: readonly TraceStep[]): ReadonlyMap<string, NodeTrace> {
  const facts = new Map<string, NodeTrace>();
  for (const step of steps) {
    // A step's time stands at one task of each node.
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
  // What a node of a subgraph took the subgraph took, also where nothing else tells of its time.
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

/** The containers around a node, innermost first; a shape that goes round ends too. */
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
