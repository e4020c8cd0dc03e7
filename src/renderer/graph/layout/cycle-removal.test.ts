import { describe, expect, it } from 'vitest';
import { flowRanks } from './cycle-removal.ts';

/** Nodes are letters; pairs are written `ab`. Gives the order of the nodes, and the pairs that go back. */
function order(nodes: string, pairs: readonly string[], entered = ''): string {
  const at = (letter: string | undefined): number => nodes.indexOf(letter ?? '');
  const ranks = flowRanks(
    nodes.length,
    pairs.map((pair) => ({ from: at(pair[0]), to: at(pair[1]) })),
    new Set([...entered].map(at)),
  );
  const rank = (letter: string | undefined): number => ranks[at(letter)] ?? NaN;
  const sorted = [...nodes].toSorted((a, b) => rank(a) - rank(b)).join('');
  return [sorted, ...pairs.filter((pair) => rank(pair[0]) > rank(pair[1]))].join(' ');
}

describe('flowRanks', () => {
  it.each([
    ['a chain that is listed backwards', 'cba', ['ab', 'bc'], '', 'abc'],
    ['a circle with an entry, which comes first', 'twp', ['pw', 'wt', 'tw'], '', 'pwt tw'],
    ['branches, as they are listed', 'axyz', ['ax', 'ay', 'xz', 'yz'], '', 'axyz'],
    ['a circle without an entry', 'abc', ['ab', 'bc', 'ca'], '', 'abc ca'],
    ['a circle that is entered from outside', 'abc', ['ab', 'bc', 'ca'], 'b', 'bca ab'],
    ['nodes that nothing connects, as they are listed', 'abc', [], '', 'abc'],
    ['a node that leads to itself', 'ab', ['aa', 'ab'], '', 'ab'],
  ])('orders %s', (_, nodes, pairs, entered, expected) => {
    expect(order(nodes, pairs, entered)).toBe(expected);
  });

  it('orders a chain of 20,000 without a deep stack', () => {
    const pairs = Array.from({ length: 19_999 }, (_, index) => ({ from: index, to: index + 1 }));
    expect(flowRanks(20_000, pairs, new Set())[19_999]).toBe(19_999);
  });
});
