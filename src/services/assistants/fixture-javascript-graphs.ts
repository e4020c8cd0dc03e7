/**
 * Graph JSON as JavaScript's library writes it, made by running `getGraphAsync({ xray: true })` and `toJSON()` of
 * `@langchain/langgraph` 1.4.18 on small graphs; of the schemas at the start and the end only `$schema` is kept. For tests.
 */
const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema' };
const end = (id: string) => ({ id, type: 'schema', data: schema });
const node = (id: string) => ({
  id,
  type: 'runnable',
  data: { id: ['langgraph', 'RunnableCallable'], name: id.slice(id.lastIndexOf(':') + 1) },
});
const edge = (source: string, target: string) => ({ source, target, conditional: false });
const branch = (source: string, target: string, data?: string) => ({
  source,
  target,
  ...(data === undefined ? {} : { data }),
  conditional: true,
});

export const javascriptGraphs = {
  /** Two levels of subgraphs with one way in and one way out: their starts and ends are gone. */
  nested: {
    nodes: [
      end('__start__'),
      ...['plan', 'write:draft', 'write:deep:polish', 'write:deep:check', 'review', 'publish'].map(node),
      end('__end__'),
    ],
    edges: [
      edge('write:deep:polish', 'write:deep:check'),
      edge('write:draft', 'write:deep:polish'),
      edge('__start__', 'plan'),
      edge('plan', 'write:draft'),
      edge('publish', '__end__'),
      edge('write:deep:check', 'review'),
      branch('review', 'plan', 'again'),
      branch('review', 'publish', 'done'),
    ],
  },
  /** A subgraph that is entered at two nodes and left from two: its start and end stay. */
  fan: {
    nodes: [
      end('__start__'),
      node('first'),
      end('fan:__start__'),
      node('fan:left'),
      node('fan:right'),
      end('fan:__end__'),
      node('last'),
      end('__end__'),
    ],
    edges: [
      edge('fan:__start__', 'fan:left'),
      edge('fan:__start__', 'fan:right'),
      edge('fan:left', 'fan:__end__'),
      edge('fan:right', 'fan:__end__'),
      edge('__start__', 'first'),
      edge('fan:__end__', 'last'),
      edge('first', 'fan:__start__'),
      edge('last', '__end__'),
    ],
  },
  /** A subgraph of one node: it stays closed, under the name that all of them have. */
  single: {
    nodes: [
      end('__start__'),
      {
        id: 'one',
        type: 'runnable',
        data: { id: ['langgraph', 'pregel', 'CompiledStateGraph'], name: 'LangGraph' },
      },
      end('__end__'),
    ],
    edges: [edge('__start__', 'one'), edge('one', '__end__')],
  },
  /** A circle inside of a subgraph, and a node that may go to itself; branches without labels. */
  loop: {
    nodes: [
      end('__start__'),
      end('work:__start__'),
      node('work:try'),
      node('work:judge'),
      end('work:__end__'),
      node('self'),
      end('__end__'),
    ],
    edges: [
      edge('work:__start__', 'work:try'),
      edge('work:try', 'work:judge'),
      branch('work:judge', 'work:try'),
      branch('work:judge', 'work:__end__'),
      edge('__start__', 'work:__start__'),
      edge('work:__end__', 'self'),
      branch('self', 'self'),
      branch('self', '__end__'),
    ],
  },
};
