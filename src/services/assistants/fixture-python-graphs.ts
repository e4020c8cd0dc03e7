/**
 * Graph JSON as Python's library writes it, shortened: a start node with data, an end node without any, whole paths
 * as names, user metadata, breakpoints, no `conditional` on plain edges. For tests.
 */
const plain = ['langgraph', '_internal', '_runnable', 'RunnableCallable'];
const compiled = ['langgraph', 'graph', 'state', 'CompiledStateGraph'];
const node = (id: string, metadata?: object) => ({
  id,
  type: 'runnable',
  data: { id: plain, name: id },
  ...(metadata === undefined ? {} : { metadata }),
});
const subgraph = (id: string) => ({ id, type: 'runnable', data: { id: compiled, name: id } });

const outerNodes = [
  node('__start__'),
  node('plan', { owner: 'a', cost: 3, __interrupt: 'after' }),
  node('review', { defer: true }),
  node('publish', { __interrupt: 'before' }),
  { id: '__end__' },
];
const loopEdges = [
  { source: 'review', target: 'plan', data: 'again', conditional: true },
  { source: 'review', target: 'publish', data: 'done', conditional: true },
];

export const pythonGraphs = {
  /** `nested`, not expanded. */
  nestedFlat: {
    nodes: [...outerNodes.slice(0, 2), subgraph('write'), ...outerNodes.slice(2)],
    edges: [
      { source: '__start__', target: 'plan' },
      { source: 'plan', target: 'write' },
      ...loopEdges,
      { source: 'write', target: 'review' },
      { source: 'publish', target: '__end__' },
    ],
  },
  /** `nested`, expanded by one level. */
  nestedOne: {
    nodes: [...outerNodes, node('write:draft'), subgraph('write:deep')],
    edges: [
      { source: '__start__', target: 'plan' },
      { source: 'plan', target: 'write:draft' },
      ...loopEdges,
      { source: 'write:deep', target: 'review' },
      { source: 'publish', target: '__end__' },
      { source: 'write:draft', target: 'write:deep' },
    ],
  },
  /** `nested`, expanded wholly: containers are only implied. */
  nestedAll: {
    nodes: [...outerNodes, node('write:draft'), node('write:deep:polish'), node('write:deep:check')],
    edges: [
      { source: '__start__', target: 'plan' },
      { source: 'plan', target: 'write:draft' },
      ...loopEdges,
      { source: 'write:deep:check', target: 'review' },
      { source: 'publish', target: '__end__' },
      { source: 'write:draft', target: 'write:deep:polish' },
      { source: 'write:deep:polish', target: 'write:deep:check' },
    ],
  },
  /** `fan`: nodes that are only reached by `Send` have no edges. */
  fan: {
    nodes: [node('__start__'), node('split'), node('work'), node('join'), { id: '__end__' }],
    edges: [
      { source: '__start__', target: 'split' },
      { source: 'split', target: '__end__' },
    ],
  },
  /** `cyc`: a loop whose branches have no labels. */
  cycle: {
    nodes: [node('__start__'), node('a'), node('b'), { id: '__end__' }],
    edges: [
      { source: '__start__', target: 'a' },
      { source: 'a', target: 'b' },
      { source: 'b', target: '__end__', conditional: true },
      { source: 'b', target: 'a', conditional: true },
    ],
  },
};
