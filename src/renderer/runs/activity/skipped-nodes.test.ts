import { describe, expect, it } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { NodeActivity } from '../../domain/node-activity.ts';
import { skippedNodes, markSkipped } from './skipped-nodes.ts';

/** Edges as `a>b`, conditional ones as `a?b`; containers are the ids before a colon. */
function shapeOf(...edges: readonly string[]): GraphShape {
  const read = edges.map((text, at) => {
    const [source = '', target = ''] = text.split(/[>?]/);
    return { id: `e${at}`, source, target, conditional: text.includes('?'), label: null };
  });
  const ids = new Set<string>();
  for (const id of read.flatMap(({ source, target }) => [source, target])) {
    for (const [at, part] of id.split(':').entries())
      ids.add([...id.split(':').slice(0, at), part].join(':'));
  }
  return {
    nodes: [...ids].map((id) => ({
      id,
      label: id,
      parent: id.includes(':') ? id.slice(0, id.lastIndexOf(':')) : null,
      kind: id === '__start__' ? 'start' : id === '__end__' ? 'end' : 'plain',
      breakBefore: false,
      breakAfter: false,
    })),
    edges: read,
    depth: 0,
  };
}

const ran = (...ids: readonly string[]): ReadonlyMap<string, NodeActivity> =>
  new Map(ids.map((id) => [id, { status: 'finished', visits: 1, ms: 1 }]));

describe('skippedNodes', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['the sibling that was not taken', ['a?b', 'a?c'], ['a', 'b'], ['c']],
    ['nothing when the decision was never made', ['a?b', 'a?c'], [], []],
    ['a sibling at the start', ['__start__?b', '__start__?c'], ['b'], ['c']],
    ['nothing of a loop that was not gone round', ['a?a', 'a?b'], ['a', 'b'], []],
    ['not the end', ['a?b', 'a?__end__'], ['a', 'b'], []],
    ['not what comes after it, which nobody decided on', ['a?b', 'a?c', 'c>d'], ['a', 'b'], ['c']],
    ['not what a plain edge leads to', ['a>b', 'a>c'], ['a', 'b'], []],
    ['a whole subgraph with its first node', ['a?s:x', 's:x>s:y', 'a?b'], ['a', 'b'], ['s:x', 's']],
    ['not the subgraph around a decision in it', ['s:a?s:b', 's:a?s:c'], ['s:a', 's:b'], ['s:c']],
    ['not a subgraph in which something ran', ['a?s:x', 'a?s:y'], ['a', 's', 's:x'], ['s:y']],
  ])('finds %s', (_, edges, visited, expected) => {
    expect([...skippedNodes(shapeOf(...edges), ran(...visited))]).toEqual(expected);
  });

  it('marks only nodes of which there is nothing else to say', () => {
    const shape = shapeOf('a?b', 'a?c', 'a?d');
    const before = new Map([...ran('a', 'b'), ['d', { status: 'next', visits: 0, ms: null }] as const]);
    expect([...markSkipped(before, shape)].map(([id, { status }]) => `${id} ${status}`)).toEqual([
      'a finished',
      'b finished',
      'd next',
      'c skipped',
    ]);
  });
});
