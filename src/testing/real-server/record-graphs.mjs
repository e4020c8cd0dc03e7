// Graphs for the record of a thread: loops, errors beside other tasks, and a subgraph with a checkpointer of its own that asks.
import { END, ReducedValue, START, StateGraph, StateSchema, interrupt } from '@langchain/langgraph';
import { z } from 'zod';

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
);
const State = new StateSchema({ text: z.string().default(''), log });

/** Rejects when its run is stopped. */
const sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** A loop without an end. */
export const spin = new StateGraph(State)
  .addNode('spin', () => ({ log: 'spin' }))
  .addEdge(START, 'spin')
  .addConditionalEdges('spin', () => 'spin', ['spin', END])
  .compile();

/** One task fails while two others are at work. */
export const quarrel = new StateGraph(State)
  .addNode('fails', async () => {
    await sleep(150);
    throw new TypeError('it broke');
  })
  .addNode('left', async (_, { signal }) => {
    await sleep(600, signal);
    return { log: 'left' };
  })
  .addNode('right', async (_, { signal }) => {
    await sleep(600, signal);
    return { log: 'right' };
  })
  .addNode('quick', () => ({ log: 'quick' }))
  .addEdge(START, 'fails')
  .addEdge(START, 'left')
  .addEdge(START, 'right')
  .addEdge(START, 'quick')
  .compile();

/** Three nodes of 100 ms, two of them at the same time. */
export const paces = new StateGraph(State)
  .addNode('first', async () => {
    await sleep(100);
    return { log: 'first' };
  })
  // Far longer than a busy machine delays an event: when both ends arrive together, nobody can tell them apart.
  .addNode('left', async () => {
    await sleep(400);
    return { log: 'left' };
  })
  .addNode('right', async () => {
    await sleep(1200);
    return { log: 'right' };
  })
  .addNode('last', () => ({ log: 'last' }))
  .addEdge(START, 'first')
  .addEdge('first', 'left')
  .addEdge('first', 'right')
  .addEdge(['left', 'right'], 'last')
  .addEdge('last', END)
  .compile();

const clerk = new StateGraph(new StateSchema({ text: z.string().default(''), notes: log }))
  .addNode('ready', () => ({ notes: 'ready' }))
  .addNode('ask', () => ({ notes: `answer: ${interrupt({ question: 'Sign?' })}` }))
  .addEdge(START, 'ready')
  .addEdge('ready', 'ask')
  .addEdge('ask', END)
  .compile({ checkpointer: true });

/** A subgraph with a checkpointer of its own asks. */
export const office = new StateGraph(State)
  .addNode('clerk', clerk)
  .addNode('file', () => ({ log: 'file' }))
  .addEdge(START, 'clerk')
  .addEdge('clerk', 'file')
  .addEdge('file', END)
  .compile();
