import { describe, expect, it } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { nextNodesText, successorsOf, writableNodes } from './as-node.ts';

const kindOf = (id: string) => (id === '__start__' ? 'start' : id === '__end__' ? 'end' : 'plain');
const graph = (ids: string, edges: string): GraphShape => ({
  nodes: ids.split(' ').map((id) => ({
    id,
    label: id.split(':').at(-1) ?? id,
    parent: id.includes(':') ? id.slice(0, id.lastIndexOf(':')) : null,
    kind: kindOf(id),
    breakBefore: false,
    breakAfter: false,
  })),
  edges: edges.split(' ').map((edge) => {
    const conditional = edge.includes('?');
    const [source = '', target = ''] = edge.split(conditional ? '?' : '>');
    return { id: edge, source, target, conditional, label: null };
  }),
  depth: 1,
});

const writer = graph(
  '__start__ plan write write:draft write:check review publish __end__',
  '__start__>plan plan>write:draft write:draft>write:check write:check>review review?plan review?publish publish>__end__',
);

describe('writing state as a node', () => {
  it('offers the top level nodes only', () => {
    expect(writableNodes(writer)).toEqual(['plan', 'write', 'review', 'publish']);
  });

  it.each([
    ['plan', 'Next would be write.'],
    ['write', 'Next would be review.'],
    ['review', 'Next would be plan or publish: its router decides from the new state.'],
    ['publish', 'The graph is finished after this.'],
    ['unknown', 'The graph is finished after this.'],
  ])('says what runs after %s', (node, sentence) => {
    expect(nextNodesText(successorsOf(writer, node))).toBe(sentence);
  });

  it('names the end when a router may choose it', () => {
    const loop = graph('a b __end__', 'a?b a?__end__');
    expect(nextNodesText(successorsOf(loop, 'a'))).toBe(
      'Next would be b or the end: its router decides from the new state.',
    );
  });

  it('names parallel branches together, and a node that follows itself', () => {
    expect(nextNodesText(successorsOf(graph('a b c', 'a>b a>c'), 'a'))).toBe('Next would be b and c.');
    expect(nextNodesText(successorsOf(graph('a', 'a>a'), 'a'))).toBe('Next would be a.');
  });
});
