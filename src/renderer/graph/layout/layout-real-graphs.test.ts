import { fc } from '../../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { javascriptGraphs } from '../../../testing/javascript-graphs.ts';
import { pythonGraphs } from '../../../testing/python-graphs.ts';
import { toGraphShape } from '../../../services/assistants/graph-mapper.ts';
import { layoutFaults } from '../../../testing/renderer/layout-assertions.ts';
import { layoutGraph } from './layout-graph.ts';
import { layoutInput } from './layout-input.ts';
import { xrayLevels, visibleGraph, type XrayLevel } from '../model/visible-graph.ts';

function faultsAt(wire: unknown, level: XrayLevel): string[] {
  const visible = visibleGraph(toGraphShape(wire), level, new Map());
  return (['down', 'right'] as const).flatMap((direction) => {
    const input = layoutInput(visible, direction);
    return layoutFaults(input, layoutGraph(input));
  });
}

function faultsOrError(wire: unknown, level: XrayLevel): string[] | string {
  try {
    return faultsAt(wire, level);
  } catch (error) {
    return String(error);
  }
}

describe('graphs as servers send them', () => {
  it.each([
    ...Object.entries(pythonGraphs).map(([name, wire]) => [`Python: ${name}`, wire] as const),
    ...Object.entries(javascriptGraphs).map(([name, wire]) => [`JavaScript: ${name}`, wire] as const),
  ])('%s is drawn at each level', (_, wire) => {
    const { depth } = toGraphShape(wire);
    for (const level of [...xrayLevels(depth), 'all' as const]) expect(faultsAt(wire, level)).toEqual([]);
  });

  it('cuts the levels that a server only knows as all or nothing', () => {
    const shape = toGraphShape(javascriptGraphs.nested);
    const namesAt = (level: XrayLevel) => visibleGraph(shape, level, new Map()).nodes.map(({ id }) => id);
    expect(shape.depth).toBe(2);
    expect(namesAt(0)).toEqual(['__start__', 'plan', 'write', 'review', 'publish', '__end__']);
    expect(namesAt(1)).toContain('write:deep');
    expect(namesAt(1)).not.toContain('write:deep:polish');
    expect(namesAt('all')).toContain('write:deep:polish');
  });

  it('keeps a subgraph of one node closed, and the start and end that a server left inside', () => {
    const single = toGraphShape(javascriptGraphs.single).nodes.find(({ id }) => id === 'one');
    expect(single).toMatchObject({ label: 'one', kind: 'subgraph' });
    const fan = toGraphShape(javascriptGraphs.fan).nodes.filter(({ parent }) => parent === 'fan');
    expect(fan.map(({ kind }) => kind)).toEqual(['start', 'plain', 'plain', 'end']);
  });

  it('draws whatever a server may send, but for edges without an end', () => {
    const id = fc.oneof(
      fc.constantFrom('a', 'b', 'c', 'a:x', 'a:x:y', 'b:__start__', '__start__', '__end__', ':', 'a::b', ''),
      fc.nat(3),
      fc.constant(null),
    );
    const data = fc.oneof(fc.string(), fc.constant(undefined), fc.dictionary(fc.string(), fc.jsonValue()));
    const wire = fc.record({
      nodes: fc.array(fc.record({ id, type: fc.string(), data, metadata: fc.option(fc.jsonValue()) })),
      edges: fc.array(fc.record({ source: id, target: id, data, conditional: fc.option(fc.boolean()) })),
    });
    fc.assert(
      fc.property(wire, fc.constantFrom<XrayLevel>(0, 1, 'all'), (graph, level) => {
        const ends = graph.edges.flatMap(({ source, target }) => [source, target]);
        const isEndless = ends.some((end) => end === null || end === '');
        const outcome = faultsOrError(graph, level);
        expect(typeof outcome === 'string' ? outcome.includes('with an edge that has no') : outcome).toEqual(
          isEndless ? true : [],
        );
      }),
    );
  });
});
