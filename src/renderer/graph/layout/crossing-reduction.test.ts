import { fc } from '../../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { countCrossings, reduceCrossings } from './crossing-reduction.ts';
import { buildLayerGraph, type BorderPort } from './layer-graph.ts';

const link = (upper: number, lower: number) => ({ upper, lower, span: 1 });
const sketch = (
  nodes: number,
  links: readonly (readonly [number, number])[],
  ports: readonly BorderPort[] = [],
) => ({
  nodes,
  ports,
  links: links.map(([upper, lower]) => link(upper, lower)),
  order: Array.from({ length: nodes + ports.length }, (_, index) => index),
});

describe('reduceCrossings', () => {
  it('undoes what can be undone', () => {
    const graph = buildLayerGraph(
      sketch(6, [
        [0, 5],
        [1, 4],
        [2, 3],
        [0, 4],
      ]),
    );
    reduceCrossings(graph);
    expect(countCrossings(graph)).toBe(0);
  });

  it('leaves the one crossing that two nodes over two must have', () => {
    const graph = buildLayerGraph(
      sketch(4, [
        [0, 2],
        [0, 3],
        [1, 2],
        [1, 3],
      ]),
    );
    reduceCrossings(graph);
    expect(countCrossings(graph)).toBe(1);
  });

  it('keeps ports in the order of their ranks', () => {
    const ports = [
      { top: true, rank: 1 },
      { top: true, rank: 0 },
    ];
    const graph = buildLayerGraph({
      ...sketch(
        2,
        [
          [2, 0],
          [3, 1],
        ],
        ports,
      ),
      order: [2, 3, 0, 1],
    });
    reduceCrossings(graph);
    expect(graph.layers[0]).toEqual([3, 2]);
    expect(graph.layers[1]).toEqual([1, 0]);
  });

  it('never makes it worse, and loses no item', () => {
    const pair = fc.tuple(fc.nat(11), fc.nat(11)).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 30 }), (pairs) => {
        const graph = buildLayerGraph(
          sketch(
            12,
            pairs.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
          ),
        );
        const before = countCrossings(graph);
        const items = graph.layers.map((layer) => layer.toSorted((a, b) => a - b));
        reduceCrossings(graph);
        expect(countCrossings(graph)).toBeLessThanOrEqual(before);
        expect(graph.layers.map((layer) => layer.toSorted((a, b) => a - b))).toEqual(items);
      }),
    );
  });
});
