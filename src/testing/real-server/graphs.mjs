// Graphs for tests against the real server. Each shows one behaviour.
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

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
);
const State = new StateSchema({ text: z.string().default(''), waitMs: z.number().default(0), log });

// Has only the text: a log passed through a subgraph would be appended to itself.
const inner = new StateGraph(new StateSchema({ text: z.string().default('') }))
  .addNode('draft', () => ({ text: 'a draft' }))
  .addNode('polish', ({ text }) => ({ text: `${text}, polished` }))
  .addEdge(START, 'draft')
  .addEdge('draft', 'polish')
  .addEdge('polish', END)
  .compile();

/** Plans, writes (a subgraph of two nodes), interrupts, and publishes the answer. */
export const writer = new StateGraph(State)
  .addNode('plan', () => ({ log: 'plan' }))
  .addNode('write', inner)
  .addNode('ask', (state) => ({
    log: `answer: ${JSON.stringify(interrupt({ question: 'Publish?', text: state.text }))}`,
  }))
  .addNode('publish', () => ({ log: 'publish' }))
  .addEdge(START, 'plan')
  .addEdge('plan', 'write')
  .addEdge('write', 'ask')
  .addEdge('ask', 'publish')
  .addEdge('publish', END)
  .compile();

class BoomError extends Error {
  name = 'BoomError';
}

/** Fails in its only node. */
export const broken = new StateGraph(State)
  .addNode('boom', () => {
    throw new BoomError('it broke');
  })
  .addEdge(START, 'boom')
  .addEdge('boom', END)
  .compile();

/** Waits for `waitMs` milliseconds, or until it is cancelled. */
export const slow = new StateGraph(State)
  .addNode('wait', async (state, config) => {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, state.waitMs);
      config.signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(config.signal.reason);
      });
    });
    return { log: 'waited' };
  })
  .addEdge(START, 'wait')
  .addEdge('wait', END)
  .compile();

/** Two conversations, neither of which is called messages. Repeats the first one. */
export const talk = new StateGraph(new StateSchema({ conversation: MessagesValue, aside: MessagesValue }))
  .addNode('repeat', ({ conversation }) => ({
    conversation: [{ type: 'ai', content: `You said: ${conversation.at(-1)?.content ?? 'nothing'}` }],
  }))
  .addEdge(START, 'repeat')
  .addEdge('repeat', END)
  .compile();

/** Takes an order with nested objects, lists, enums, optional and nullable fields, and any JSON. */
export const order = new StateGraph(
  new StateSchema({
    customer: z.object({
      name: z.string(),
      address: z.object({
        city: z.string().default('Berlin'),
        zip: z
          .string()
          .regex(/^\d{5}$/)
          .optional(),
      }),
    }),
    items: z.array(
      z.object({
        sku: z.string(),
        count: z.number().int().min(1).default(1),
        colour: z.enum(['red', 'green']).default('red'),
      }),
    ),
    note: z.string().nullable().default(null),
    extra: z.any().optional(),
  }),
)
  .addNode('take', () => ({}))
  .addEdge(START, 'take')
  .addEdge('take', END)
  .compile();
