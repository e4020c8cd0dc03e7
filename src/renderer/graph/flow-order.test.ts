import { describe, expect, it } from 'vitest';
import { inFlowOrder } from './flow-order.ts';
import { layoutInput } from './layout-input.ts';
import { visibleGraph } from './levels.ts';
import { shapeOf } from './shape-builder.ts';

function order(ids: readonly string[], edges: readonly string[]): string {
  const input = layoutInput(visibleGraph(shapeOf(ids, edges), 'all', new Map()));
  const ordered = inFlowOrder(input);
  const back = ordered.edges.filter((edge) => edge.back).map(({ source, target }) => `${source}>${target}`);
  return [...ordered.nodes.map(({ id }) => id), ...back].join(' ');
}

describe('inFlowOrder', () => {
  it.each([
    ['a chain that is listed backwards', ['c', 'b', 'a'], ['a>b', 'b>c'], 'a b c'],
    [
      'a loop: the entry comes first',
      ['test', 'write', 'plan'],
      ['plan>write', 'write>test', 'test?write'],
      'plan write test test>write',
    ],
    ['branches, as they are listed', ['a', 'x', 'y', 'z'], ['a>x', 'a>y', 'x>z', 'y>z'], 'a x y z'],
    ['a circle without an entry', ['a', 'b', 'c'], ['a>b', 'b>c', 'c>a'], 'a b c c>a'],
    [
      'a container, as its first node',
      ['end', 's', 's:y', 's:x', 'a'],
      ['a>s:x', 's:x>s:y', 's:y>end'],
      'a s s:x s:y end',
    ],
    ['nodes that nothing connects, as they are listed', ['a', 'b', 'c'], [], 'a b c'],
    ['an edge to a node that is not there', ['b', 'a'], ['a>b', 'a>ghost'], 'a b'],
  ])('orders %s', (_, ids, edges, expected) => {
    expect(order(ids, edges)).toBe(expected);
  });
});
