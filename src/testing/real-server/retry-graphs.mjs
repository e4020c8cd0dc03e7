// Nodes that fail at first and are retried by their retry policy.
import { Command, END, START, StateGraph, StateSchema } from '@langchain/langgraph';
import { z } from 'zod';

const State = new StateSchema({ id: z.string().default(''), failures: z.number().default(0) });
const retryPolicy = { maxAttempts: 3, initialInterval: 100, jitter: false, logWarning: false };

/** Number of failures by node and input. */
const failed = new Map();

/** Fails as often as the input says. */
function failAtFirst(node, { id, failures }) {
  const key = `${id} ${node}`;
  const before = failed.get(key) ?? 0;
  if (before >= failures) return {};
  failed.set(key, before + 1);
  throw new Error(`${node} failed ${before + 1} of ${failures} times`);
}

/** A node that is retried. */
export const retried = new StateGraph(State)
  .addNode('fetch', (state) => failAtFirst('fetch', state), { retryPolicy })
  .addNode('use', () => ({}))
  .addEdge(START, 'fetch')
  .addEdge('fetch', 'use')
  .addEdge('use', END)
  .compile();

const inner = new StateGraph(State)
  .addNode('read', () => ({}))
  .addNode('parse', (state) => failAtFirst('parse', state))
  .addNode('count', async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return {};
  })
  .addEdge(START, 'read')
  .addEdge('read', 'parse')
  .addEdge('read', 'count')
  .addEdge('parse', END)
  .addEdge('count', END)
  .compile();

/** A subgraph that is retried because one of its nodes failed, while another one is running. */
export const retriedSubgraph = new StateGraph(State)
  .addNode('load', inner, { retryPolicy })
  .addNode('use', () => ({}))
  .addEdge(START, 'load')
  .addEdge('load', 'use')
  .addEdge('use', END)
  .compile();

const silent = new StateGraph(State)
  .addNode('look', () => undefined)
  .addNode('pass', () => null)
  .addNode('jump', () => new Command({ goto: END }), { ends: [END] })
  .addEdge(START, 'look')
  .addEdge('look', 'pass')
  .addEdge('pass', 'jump')
  .compile();

/** A subgraph whose nodes change nothing, called twice in a row by one node. */
export const calledTwice = new StateGraph(State)
  .addNode('call', async (state) => {
    await silent.invoke(state);
    await silent.invoke(state);
    return {};
  })
  .addEdge(START, 'call')
  .addEdge('call', END)
  .compile();
