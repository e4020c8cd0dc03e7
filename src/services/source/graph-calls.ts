import type { Module } from './project-modules.ts';
import { definitionsOf, resolveExpression, resolveName, textOf, type Located } from './resolve-name.ts';
import type { CallExpression, Expression } from './module-syntax.ts';

/** A graph in the source: the call that makes its builder, or the one that makes an agent. */
export interface GraphSource {
  readonly kind: 'builder' | 'agent';
  readonly module: Module;
  readonly call: CallExpression;
}

/** Where a node is added. `name: null`: it is computed. `graph: null`: unknown. `from`: the call's name, or the entry's. */
export interface NodeCall {
  readonly module: Module;
  readonly graph: GraphSource | null;
  readonly name: string | null;
  readonly action: Expression | null;
  readonly from: number;
}

/** Where edges are added. `source: null`, `target: null`: unknown, or decided by the router. */
export interface EdgeCall {
  readonly module: Module;
  readonly graph: GraphSource | null;
  readonly source: string | null;
  readonly target: string | null;
  readonly router: Expression | null;
  readonly from: number;
}

const builderMethods = {
  addNode: 'node',
  add_node: 'node',
  addSequence: 'sequence',
  add_sequence: 'sequence',
  addEdge: 'edge',
  add_edge: 'edge',
  addConditionalEdges: 'conditional',
  add_conditional_edges: 'conditional',
  setEntryPoint: 'entry',
  set_entry_point: 'entry',
  setFinishPoint: 'finish',
  set_finish_point: 'finish',
  setConditionalEntryPoint: 'conditional-entry',
  set_conditional_entry_point: 'conditional-entry',
} as const;

type BuilderAct = (typeof builderMethods)[keyof typeof builderMethods];

// Calls that return the graph that they are called on.
const passing = new Set([...Object.keys(builderMethods), 'compile', 'withConfig', 'with_config', 'validate']);

const agentMakers =
  /^(createAgent|create_agent|createReactAgent|create_react_agent|createDeepAgent|create_deep_agent)$/;

const maxSteps = 20;

export function isAgentMaker(call: CallExpression): boolean {
  return agentMakers.test(calleeName(call) ?? '');
}

/** The last name of what is called: `StateGraph` of `graph.StateGraph(...)`. */
export function calleeName({ callee }: CallExpression): string | null {
  return callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : null;
}

/** The graph that an expression stands for; `null` if it can't be followed. */
export function graphOf(located: Located): GraphSource | null {
  return followGraph(located, { depth: 0, followed: new Map() });
}

// `followed`: of each expression on the way. Functions that call each other lead to the same ones again and again.
interface Trail {
  readonly depth: number;
  readonly followed: Map<Expression, GraphSource | null>;
}

function followGraph({ module, value }: Located, { depth, followed }: Trail): GraphSource | null {
  if (depth > maxSteps) return null;
  const root = chainRoot(value);
  const earlier = followed.get(root);
  if (earlier !== undefined) return earlier;
  followed.set(root, null);
  const graph = graphOfRoot({ module, value: root }, { depth: depth + 1, followed });
  followed.set(root, graph);
  return graph;
}

function graphOfRoot({ module, value: root }: Located, trail: Trail): GraphSource | null {
  if (root.kind === 'call') {
    const name = calleeName(root) ?? '';
    if (agentMakers.test(name)) return { kind: 'agent', module, call: root };
    const maker = resolveExpression({ module, value: root.callee });
    if (maker?.kind === 'defined' && maker.value?.kind !== 'class')
      return maker.value ? returnedGraph(maker.module, maker.value, trail) : null;
    // `StateGraph`, `MessageGraph`, and classes that are made of them.
    return name.endsWith('Graph') ? { kind: 'builder', module, call: root } : null;
  }
  if (root.kind === 'function') return returnedGraph(module, root, trail);
  const meaning = resolveExpression({ module, value: root });
  if (meaning?.kind !== 'defined' || !meaning.value) return null;
  if (meaning.value.kind === 'function') return returnedGraph(meaning.module, meaning.value, trail);
  if (meaning.isOnly || meaning.name === null)
    return followGraph({ module: meaning.module, value: meaning.value }, trail);
  // `builder = StateGraph(...)`, and later `builder = builder.add_node(...)` or `builder = builder.compile()`.
  return firstGraphNamed(meaning.module, meaning.name, meaning.from, trail);
}

function firstGraphNamed(module: Module, name: string, position: number, trail: Trail): GraphSource | null {
  const values = definitionsOf(module.syntax, name)
    .filter(({ scope }) => scope.from <= position && position <= scope.to)
    .flatMap(({ value }) => (value === null ? [] : [value]));
  const graphs = values
    .filter((value) => !refersTo(chainRoot(value), name))
    .map((value) => followGraph({ module, value }, trail));
  const [first = null] = graphs;
  return graphs.every((one) => isSameGraph(one, first)) ? first : null;
}

function refersTo(value: Expression, name: string): boolean {
  return value.kind === 'name' && value.name === name;
}

function returnedGraph(module: Module, value: Expression, trail: Trail): GraphSource | null {
  if (value.kind !== 'function') return null;
  for (const returned of value.returns) {
    const graph = followGraph({ module, value: returned }, trail);
    if (graph) return graph;
  }
  return null;
}

export function isSameGraph(a: GraphSource | null, b: GraphSource | null): boolean {
  return a?.module === b?.module && a?.call.from === b?.call.from && a?.call.to === b?.call.to;
}

// What a chain of a builder's methods starts with.
function chainRoot(value: Expression): Expression {
  let root = value;
  while (root.kind === 'call' && root.callee.kind === 'member' && passing.has(root.callee.property))
    root = root.callee.object;
  return root;
}

/** All calls of a file that add nodes and edges. */
export function graphCallsOf(module: Module): { readonly nodes: NodeCall[]; readonly edges: EdgeCall[] } {
  const nodes: NodeCall[] = [];
  const edges: EdgeCall[] = [];
  const text = (value: Expression | undefined): string | null => (value ? textOf({ module, value }) : null);
  const texts = (value: Expression | undefined): (string | null)[] =>
    value?.kind === 'list' ? value.items.map(text) : [text(value)];

  for (const call of module.syntax.calls) {
    const { callee, args, keywords } = call;
    if (callee.kind !== 'member') continue;
    const act = actOf(callee.property);
    if (act === null) continue;
    const graph = graphOf({ module, value: callee.object });
    const [first, second] = args;
    const from = callee.propertyFrom;
    const addEdge = (
      source: string | null,
      target: string | null,
      router: Expression | null = null,
    ): void => {
      edges.push({ module, graph, source, target, router, from });
    };
    if (act === 'node' || act === 'sequence') {
      const added = addedNodes(module, call).map((one) => ({ module, graph, ...one }));
      for (const node of added) nodes.push(node);
      if (act === 'sequence')
        added.slice(1).forEach(({ name }, index) => addEdge(added[index]?.name ?? null, name));
    } else if (act === 'edge') {
      const targets = keywords.get('end_key') ?? second;
      for (const source of texts(keywords.get('start_key') ?? first)) addEdge(source, text(targets));
    } else if (act === 'conditional') {
      const { source, path } = recordOf(first);
      const router = keywords.get('path') ?? path ?? second ?? null;
      addEdge(text(keywords.get('source') ?? source ?? first), null, router);
    } else if (act === 'entry') addEdge('__start__', text(first));
    else if (act === 'finish') addEdge(text(first), '__end__');
    else addEdge('__start__', null, first ?? null);
  }
  return { nodes, edges };
}

function actOf(method: string): BuilderAct | null {
  const acts: Readonly<Record<string, BuilderAct>> = builderMethods;
  return Object.hasOwn(acts, method) ? (acts[method] ?? null) : null;
}

function recordOf(value: Expression | undefined): Readonly<Record<string, Expression>> {
  if (value?.kind !== 'record') return {};
  return Object.fromEntries(
    value.entries.flatMap((entry) => (entry.key === null ? [] : [[entry.key, entry.value]])),
  );
}

function addedNodes(module: Module, call: CallExpression): Pick<NodeCall, 'name' | 'action' | 'from'>[] {
  const { callee, args, keywords } = call;
  const from = callee.kind === 'member' ? callee.propertyFrom : call.from;
  const [first, second] = args;
  const action = keywords.get('action') ?? second;
  const named = keywords.get('node') ?? first;
  if (first?.kind === 'record' && !second)
    return first.entries.map((entry) => ({ name: entry.key, action: entry.value, from: entry.from }));
  if (first?.kind === 'list') {
    return first.items.map((item) => {
      const [name, value] = item.kind === 'list' ? item.items : [];
      return name && value
        ? { name: textOf({ module, value: name }), action: value, from: item.from }
        : { name: functionName({ module, value: item }), action: item, from: item.from };
    });
  }
  if (!named) return [];
  if (action) return [{ name: textOf({ module, value: named }), action, from }];
  return [{ name: functionName({ module, value: named }), action: named, from }];
}

/** The name that a server gives to a node that is added without one. */
function functionName({ module, value }: Located): string | null {
  const meaning = resolveExpression({ module, value });
  if (meaning?.kind === 'package') return meaning.name;
  if (meaning?.kind !== 'defined') return null;
  const made =
    meaning.value?.kind === 'call' ? resolveName(meaning.module, calleeName(meaning.value) ?? '', 0) : null;
  if (made?.kind === 'defined' && made.value?.kind === 'class') return made.name;
  if (meaning.value?.kind === 'text') return null;
  return meaning.value?.kind === 'function' ? (meaning.value.name ?? meaning.name) : meaning.name;
}
