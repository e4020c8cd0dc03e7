// Graphs with what few graphs have: a cached node, and a subgraph that remembers its own runs.
import { InMemoryCache } from '@langchain/langgraph-checkpoint';
import { END, ReducedValue, START, StateGraph, StateSchema } from '@langchain/langgraph';
import { z } from 'zod';

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
);
const State = new StateSchema({ text: z.string().default(''), log });

/** How often the cached node has really run, by text. */
const calls = new Map();

/** A node whose result is kept for the same text, and then read from the cache. */
export const cached = new StateGraph(State)
  .addNode(
    'compute',
    ({ text }) => {
      calls.set(text, (calls.get(text) ?? 0) + 1);
      return { log: `computed ${calls.get(text)}` };
    },
    { cachePolicy: { keyFunc: ([{ text }]) => text } },
  )
  .addNode('report', () => ({ log: 'report' }))
  .addEdge(START, 'compute')
  .addEdge('compute', 'report')
  .addEdge('report', END)
  .compile({ cache: new InMemoryCache() });

const Memory = new StateSchema({ text: z.string().default(''), seen: log });

const remembering = new StateGraph(Memory)
  .addNode('note', ({ text, seen }) => ({ seen: `${seen.length}: ${text}` }))
  .addEdge(START, 'note')
  .addEdge('note', END)
  .compile({ checkpointer: true });

/** Calls a subgraph with a checkpointer of its own, which remembers what earlier runs of the thread gave it. */
export const ownCheckpointer = new StateGraph(State)
  .addNode('remember', async ({ text }) => {
    const { seen } = await remembering.invoke({ text });
    return { log: `remembered ${seen.length}` };
  })
  .addEdge(START, 'remember')
  .addEdge('remember', END)
  .compile();
