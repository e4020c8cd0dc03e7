// A conversation that continues inside subgraphs on two levels, for tests against the real server.
import { randomUUID } from 'node:crypto';
import {
  END,
  MessagesValue,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
  interrupt,
} from '@langchain/langgraph';
import { z } from 'zod';

const shared = { messages: MessagesValue, ask: z.boolean().default(false) };
const State = new StateSchema(shared);
/**
 * Only the clerk uses it. Its reducer takes a word and holds a list, so writing the list back would nest it.
 */
const steps = new ReducedValue(
  z.array(z.any()).default(() => []),
  { inputSchema: z.any(), reducer: (all, one) => [...all, one] },
);
const Clerk = new StateSchema({ ...shared, steps });

/** A node that says something, with a mark that distinguishes each time. */
const says = (text) => () => {
  const id = randomUUID();
  return { messages: [{ type: 'ai', content: `${text} (${id.slice(0, 6)})`, id }] };
};

const expert = new StateGraph(State)
  .addNode('think', says('Expert thinks'))
  .addNode('advise', says('Expert advises'))
  .addEdge(START, 'think')
  .addEdge('think', 'advise')
  .addEdge('advise', END)
  .compile();

const clerk = new StateGraph(Clerk)
  .addNode('look_up', () => ({ ...says('Clerk looks it up')(), steps: 'looked up' }))
  .addNode('expert', expert)
  .addNode('answer', ({ ask, messages }) => {
    if (ask) interrupt({ question: `Send after ${messages.length} messages?` });
    return says('Clerk answers')();
  })
  .addEdge(START, 'look_up')
  .addEdge('look_up', 'expert')
  .addEdge('expert', 'answer')
  .addEdge('answer', END)
  .compile();

/** Receives a question, has it answered by a subgraph with an interrupt, and says goodbye. */
export const helpdesk = new StateGraph(State)
  .addNode('receive', () => ({}))
  .addNode('clerk', clerk)
  .addNode('close', says('Goodbye'))
  .addEdge(START, 'receive')
  .addEdge('receive', 'clerk')
  .addEdge('clerk', 'close')
  .addEdge('close', END)
  .compile();
