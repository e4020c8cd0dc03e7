import { expect, it } from 'vitest';
import { skippedNodes, type DecisionGraph } from './skipped-nodes.ts';

/** Edges as `a>b`, conditional ones as `a?b`; containers are the ids before a colon. */
function graphOf(...edges: readonly string[]): DecisionGraph {
  const read = edges.map((text) => {
    const [source = '', target = ''] = text.split(/[>?]/);
    return { source, target, conditional: text.includes('?') };
  });
  const ids = new Set<string>();
  for (const id of read.flatMap(({ source, target }) => [source, target])) {
    for (const [index, part] of id.split(':').entries())
      ids.add([...id.split(':').slice(0, index), part].join(':'));
  }
  return {
    nodes: [...ids].map((id) => ({
      id,
      parent: id.includes(':') ? id.slice(0, id.lastIndexOf(':')) : null,
      kind: id === '__start__' ? 'start' : id === '__end__' ? 'end' : 'plain',
    })),
    edges: read,
  };
}

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
])('finds as skipped %s', (_, edges, visited, expected) => {
  const nodes = new Map(visited.map((id) => [id, { visits: 1 }]));
  expect([...skippedNodes(graphOf(...edges), nodes)]).toEqual(expected);
});
