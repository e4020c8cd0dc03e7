// Graphs whose nodes ask more than once: `interrupt()` is called again in the same task, under the same interrupt id.
import { END, ReducedValue, START, Send, StateGraph, StateSchema, interrupt } from '@langchain/langgraph';
import { z } from 'zod';

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
);
const State = new StateSchema({ topic: z.string().default(''), log });

/** Asks for a title, then for a price; the second question has the id of the first. */
function askTwice(topic) {
  const title = interrupt({ question: 'Which title?', topic });
  const price = interrupt({ question: 'Which price?', topic, title });
  return { log: `${topic}: ${JSON.stringify(title)} ${JSON.stringify(price)}` };
}

/** One node that asks twice. */
export const offer = new StateGraph(State)
  .addNode('ask', ({ topic }) => askTwice(topic))
  .addNode('publish', () => ({ log: 'publish' }))
  .addEdge(START, 'ask')
  .addEdge('ask', 'publish')
  .addEdge('publish', END)
  .compile();

/** Asks the same question until the answer is a number. */
export const insist = new StateGraph(State)
  .addNode('ask', () => {
    let age = interrupt('How old?');
    while (typeof age !== 'number') age = interrupt('How old?');
    return { log: `age ${age}` };
  })
  .addEdge(START, 'ask')
  .addEdge('ask', END)
  .compile();

const inner = new StateGraph(new StateSchema({ topic: z.string().default(''), notes: log }))
  .addNode('ask', ({ topic }) => ({ notes: askTwice(topic).log }))
  .addEdge(START, 'ask')
  .addEdge('ask', END)
  .compile();
const middle = new StateGraph(new StateSchema({ topic: z.string().default(''), records: log }))
  .addNode('inner', inner)
  .addEdge(START, 'inner')
  .addEdge('inner', END)
  .compile();

/** A node two subgraphs down asks twice. */
export const contract = new StateGraph(State)
  .addNode('middle', middle)
  .addNode('publish', () => ({ log: 'publish' }))
  .addEdge(START, 'middle')
  .addEdge('middle', 'publish')
  .addEdge('publish', END)
  .compile();

/** Three tasks of one node, each of which asks twice. */
export const bids = new StateGraph(State)
  .addNode('prepare', () => ({ log: 'prepare' }))
  .addNode('ask', ({ topic }) => askTwice(topic))
  .addNode('close', () => ({ log: 'close' }))
  .addEdge(START, 'prepare')
  .addConditionalEdges(
    'prepare',
    () => ['first', 'second', 'third'].map((topic) => new Send('ask', { topic })),
    ['ask'],
  )
  .addEdge('ask', 'close')
  .addEdge('close', END)
  .compile();

/** A node that asks twice beside a subgraph that asks once. */
export const committee = new StateGraph(State)
  .addNode(
    'audit',
    new StateGraph(new StateSchema({ topic: z.string().default(''), notes: log }))
      .addNode('tax', () => ({ notes: `tax: ${interrupt({ question: 'Tax paid?', topic: 'tax' })}` }))
      .addEdge(START, 'tax')
      .addEdge('tax', END)
      .compile(),
  )
  .addNode('chair', ({ topic }) => askTwice(topic))
  .addEdge(START, 'audit')
  .addEdge(START, 'chair')
  .addEdge('audit', END)
  .addEdge('chair', END)
  .compile();
