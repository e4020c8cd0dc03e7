import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { pythonGraphs } from '../../testing/python-graphs.ts';
import { toGraphShape } from './graph-mapper.ts';

const drawn = (wire: unknown) => {
  const shape = toGraphShape(wire);
  return {
    depth: shape.depth,
    nodes: shape.nodes.map(
      ({ id, parent, kind }) => `${kind} ${id}${parent === null ? '' : ` in ${parent}`}`,
    ),
    edges: shape.edges.map(
      ({ source, target, conditional, label }) =>
        `${source} ${conditional ? '?' : '-'}> ${target}${label === null ? '' : ` (${label})`}`,
    ),
  };
};

describe("graphs of Python's servers", () => {
  it('maps a graph that is not expanded, with its subgraph as a collapsed container', () => {
    expect(drawn(pythonGraphs.nestedFlat)).toEqual({
      depth: 0,
      nodes: [
        'start __start__',
        'plain plan',
        'subgraph write',
        'plain review',
        'plain publish',
        'end __end__',
      ],
      edges: [
        '__start__ -> plan',
        'plan -> write',
        'review ?> plan (again)',
        'review ?> publish (done)',
        'write -> review',
        'publish -> __end__',
      ],
    });
  });

  it('expands one level and keeps the next one collapsed', () => {
    const { nodes, depth } = drawn(pythonGraphs.nestedOne);
    expect(depth).toBe(1);
    expect(nodes.slice(-3)).toEqual([
      'subgraph write',
      'plain write:draft in write',
      'subgraph write:deep in write',
    ]);
  });

  it('adds the containers that a fully expanded graph only implies, parents first', () => {
    const { nodes, depth, edges } = drawn(pythonGraphs.nestedAll);
    expect(depth).toBe(2);
    expect(nodes.slice(-5)).toEqual([
      'subgraph write',
      'plain write:draft in write',
      'subgraph write:deep in write',
      'plain write:deep:polish in write:deep',
      'plain write:deep:check in write:deep',
    ]);
    expect(edges).toContain('plan -> write:draft');
  });

  it('labels a node with the last part of its id, although the server sends the whole path as its name', () => {
    const labels = toGraphShape(pythonGraphs.nestedAll).nodes.map(({ label }) => label);
    expect(labels).toContain('polish');
    expect(labels.filter((label) => label.includes(':'))).toEqual([]);
  });

  it('reads breakpoints that the graph declares', () => {
    const breaks = toGraphShape(pythonGraphs.nestedFlat).nodes.flatMap(({ id, breakBefore, breakAfter }) => [
      ...(breakBefore ? [`before ${id}`] : []),
      ...(breakAfter ? [`after ${id}`] : []),
    ]);
    expect(breaks).toEqual(['after plan', 'before publish']);
  });

  it('keeps unreachable nodes', () => {
    expect(drawn(pythonGraphs.fan)).toEqual({
      depth: 0,
      nodes: ['start __start__', 'plain split', 'plain work', 'plain join', 'end __end__'],
      edges: ['__start__ -> split', 'split -> __end__'],
    });
  });

  it('maps a loop of branches without labels', () => {
    expect(drawn(pythonGraphs.cycle).edges).toEqual(['__start__ -> a', 'a -> b', 'b ?> __end__', 'b ?> a']);
  });
});

describe('other forms of the protocol', () => {
  const node = (id: unknown, rest: object = {}) => ({ id, ...rest });

  it('accepts start nodes whose data is a string, and nodes without data', () => {
    const wire = { nodes: [node('__start__', { type: 'schema', data: '__start__' }), node('a')], edges: [] };
    expect(drawn(wire).nodes).toEqual(['start __start__', 'plain a']);
  });

  it('keeps start and end nodes inside a subgraph', () => {
    const wire = {
      nodes: [node('fan:__start__'), node('fan:one'), node('fan:__end__')],
      edges: [{ source: 'fan:__start__', target: 'fan:one' }],
    };
    expect(drawn(wire).nodes).toEqual([
      'subgraph fan',
      'start fan:__start__ in fan',
      'plain fan:one in fan',
      'end fan:__end__ in fan',
    ]);
  });

  it('labels a subgraph with its id, because the JavaScript server calls each one LangGraph', () => {
    const data = { id: ['langgraph', 'pregel', 'CompiledStateGraph'], name: 'LangGraph' };
    const [only] = toGraphShape({ nodes: [node('write', { data })], edges: [] }).nodes;
    expect(only).toMatchObject({ label: 'write', kind: 'subgraph' });
  });

  it('accepts numeric ids, with names from the data', () => {
    const shape = toGraphShape({
      nodes: [node(0, { data: { name: 'first' } }), node(1)],
      edges: [{ source: 0, target: 1 }],
    });
    expect(shape.nodes.map(({ id, label }) => [id, label])).toEqual([
      ['0', 'first'],
      ['1', '1'],
    ]);
    expect(shape.edges).toMatchObject([{ source: '0', target: '1' }]);
  });

  it('keeps two edges between the same nodes apart', () => {
    const edge = { source: 'a', target: 'b', conditional: true };
    const wire = {
      nodes: [node('a'), node('b')],
      edges: [
        { ...edge, data: 'x' },
        { ...edge, data: 'y' },
      ],
    };
    expect(toGraphShape(wire).edges.map(({ id, label }) => [id, label])).toEqual([
      ['a->b', 'x'],
      ['a->b#2', 'y'],
    ]);
  });

  it.each([
    ['source', { target: 'a' }],
    ['target', { source: 'a', target: null }],
  ])('is an error for an edge without %s, which would draw another graph', (member, edge) => {
    expect(() => toGraphShape({ nodes: [{ id: 'a' }], edges: [edge] })).toThrow(
      `an edge that has no ${member}`,
    );
  });

  it('drops a label that only repeats the target', () => {
    const wire = { nodes: [], edges: [{ source: 'a', target: 'b', data: 'b', conditional: true }] };
    expect(toGraphShape(wire).edges).toMatchObject([{ label: null }]);
  });

  it('adds nodes that only edges mention', () => {
    const wire = { nodes: [node('a')], edges: [{ source: 'a', target: 'sub:lost' }] };
    expect(drawn(wire).nodes).toEqual(['plain a', 'subgraph sub', 'plain sub:lost in sub']);
  });

  it.each([
    ['ToolNode', 'tool'],
    ['ChatOpenAI', 'model'],
    ['FakeListChatModel', 'model'],
    ['RunnableLambda', 'plain'],
    ['Pregel', 'subgraph'],
  ])('maps a node of class %s to: %s', (className, kind) => {
    const [only] = toGraphShape({ nodes: [node('n', { data: { id: ['x', className] } })], edges: [] }).nodes;
    expect(only?.kind).toBe(kind);
  });

  it('reads both breakpoints of a node, also from its data', () => {
    const wire = { nodes: [node('n', { data: { metadata: { __interrupt: 'before,after' } } })], edges: [] };
    expect(toGraphShape(wire).nodes).toMatchObject([{ breakBefore: true, breakAfter: true }]);
  });

  it.each([
    ['a:', null],
    [':a', null],
    ['a::b', 'a:'],
  ])('finds a parent, or none, for the unusual id %s', (id, parent) => {
    const mapped = toGraphShape({ nodes: [node(id)], edges: [] }).nodes.find((each) => each.id === id);
    expect(mapped?.parent).toBe(parent);
  });

  it.each([null, 'x', [], {}, { nodes: [] }, { nodes: {}, edges: [] }])(
    'refuses %j, which is no graph',
    (wire) => {
      expect(() => toGraphShape(wire)).toThrow(AppError);
    },
  );
});
