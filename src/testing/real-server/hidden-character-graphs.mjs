// A graph whose names and interrupts contain bidirectional and zero-width characters.
import { END, ReducedValue, START, StateGraph, StateSchema, interrupt } from '@langchain/langgraph';
import { z } from 'zod';

const State = new StateSchema({
  log: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
  ),
});

/**
 * `check`, a name of 300 characters, then `approve`, whose interrupt reads as "Refuse?" where bidirectional
 * text is not escaped.
 */
export const payment = new StateGraph(State)
  .addNode('che\u200bck', () => ({ log: 'check' }))
  .addNode(`long-${'w'.repeat(290)}-tail`, () => ({ log: 'long' }))
  .addNode('appr\u202eevo', () => ({
    log: JSON.stringify(
      interrupt({
        question: 'Approve \u202e?tnemyap eht\u202c of 1\u200b0 dollars?',
        to: '\u2067Eve\u2069\ufeff',
      }),
    ),
  }))
  .addEdge(START, 'che\u200bck')
  .addEdge('che\u200bck', `long-${'w'.repeat(290)}-tail`)
  .addEdge(`long-${'w'.repeat(290)}-tail`, 'appr\u202eevo')
  .addEdge('appr\u202eevo', END)
  .compile();
