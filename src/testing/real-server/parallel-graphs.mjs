// Graphs whose supersteps have several tasks, some of them with interrupts.
import { END, ReducedValue, START, Send, StateGraph, StateSchema, interrupt } from '@langchain/langgraph';
import { z } from 'zod';

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
);
const State = new StateSchema({ topic: z.string().default(''), log });

/**
 * Sends three drafts to three reviewers, tasks of one node whose interrupts differ only by the draft, next to
 * a check without an interrupt. The answers are logged, and `close` runs when all are done.
 */
export const panel = new StateGraph(State)
  .addNode('prepare', () => ({ log: 'prepare' }))
  .addNode('review', ({ topic }) => ({
    log: `${topic}: ${JSON.stringify(interrupt({ question: 'Publish this draft?', draft: topic }))}`,
  }))
  .addNode('check', () => ({ log: 'check' }))
  .addNode('close', () => ({ log: 'close' }))
  .addEdge(START, 'prepare')
  .addConditionalEdges(
    'prepare',
    () => [...['first', 'second', 'third'].map((topic) => new Send('review', { topic })), 'check'],
    ['review', 'check'],
  )
  .addEdge('review', 'close')
  .addEdge('check', 'close')
  .addEdge('close', END)
  .compile();

// Its list has its own name, because one passed through would be appended to itself.
const audit = new StateGraph(new StateSchema({ topic: z.string().default(''), findings: log }))
  .addNode('tax', () => ({ findings: `tax: ${JSON.stringify(interrupt({ question: 'Tax paid?' }))}` }))
  .addNode('law', () => ({ findings: `law: ${JSON.stringify(interrupt({ question: 'Lawful?' }))}` }))
  .addNode('count', () => ({ findings: 'count' }))
  .addEdge(START, 'tax')
  .addEdge(START, 'law')
  .addEdge(START, 'count')
  .addEdge('tax', END)
  .addEdge('law', END)
  .addEdge('count', END)
  .compile();

/** Two interrupts inside a subgraph, next to a third one on the level above and a node without one. */
export const board = new StateGraph(State)
  .addNode('audit', audit)
  .addNode('chair', () => ({ log: `chair: ${JSON.stringify(interrupt({ question: 'Agreed?' }))}` }))
  .addNode('minutes', () => ({ log: 'minutes' }))
  .addEdge(START, 'audit')
  .addEdge(START, 'chair')
  .addEdge(START, 'minutes')
  .addEdge('audit', END)
  .addEdge('chair', END)
  .addEdge('minutes', END)
  .compile();
