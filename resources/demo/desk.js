// Interrupts in every format that graphs use, several at once and on three levels: a tool call in the format
// of Agent Inbox, two calls in the format of the approval middleware, a form with a schema, an open question,
// and two auditors in subgraphs. Answers are stored unchanged, so that their types are visible.
import { END, ReducedValue, START, StateGraph, StateSchema, interrupt } from '@langchain/langgraph';
import { z } from 'zod';
import { pace, takeTime } from './lib/pace.js';

const desks = ['payment', 'mail', 'trip', 'remark', 'audit'];

const inputFields = {
  desks: z
    .array(z.enum(desks))
    .default(desks)
    .describe(
      'Who asks, all at once. payment: agent inbox. mail: approval middleware. trip: a form. remark: anything. audit: two subgraphs.',
    ),
  amount: z.number().default(1299.5).describe('What is to be paid.'),
  pace: pace(300),
};
const answers = new ReducedValue(
  z
    .record(z.string(), z.any())
    .default(() => ({}))
    .describe('Each answer as it came, by the node that asked.'),
  { reducer: (before, added) => ({ ...before, ...added }) },
);

const Input = new StateSchema(inputFields);
const State = new StateSchema({ ...inputFields, answers });
const Answers = new StateSchema({ answers });

async function open(state, config) {
  await takeTime(state.pace, config);
  return {};
}

/** A node with one interrupt that stores the answer. */
const askNode = (name, question, options) => (state) => ({
  answers: { [name]: interrupt(question(state), options) },
});

// One interrupt with two requests: each gets its own answer, in the same order.
const allowed = { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true };
const payment = askNode('payment', ({ amount }) => [
  {
    action_request: { action: 'pay_invoice', args: { invoice: 'A-17', amount, urgent: false } },
    config: allowed,
    description: `Pay ${amount} EUR to Walnut Desks?`,
  },
  {
    action_request: { action: 'close_order', args: { order_id: 4711 } },
    config: { ...allowed, allow_edit: false },
    description: 'Close order 4711?',
  },
]);

const mail = askNode('mail', () => ({
  action_requests: [
    {
      name: 'send_email',
      args: { to: 'anna@example.com', subject: 'Your order', body: 'It is on its way.' },
    },
    {
      name: 'delete_draft',
      args: { draft_id: 9007199254740991 },
      description: 'The draft is no longer needed.',
    },
  ],
  review_configs: [
    { action_name: 'send_email', allowed_decisions: ['approve', 'edit', 'reject'] },
    { action_name: 'delete_draft', allowed_decisions: ['approve', 'reject'] },
  ],
}));

const Trip = z.object({
  city: z.string().describe('Where the desk is to be delivered.'),
  days: z.int().min(1).default(2),
  insured: z.boolean().default(true),
  speed: z.enum(['slow', 'fast']).default('slow'),
});
const trip = askNode('trip', () => ({ question: 'Where to, and for how long?' }), { responseSchema: Trip });

const remark = askNode('remark', () => ({
  question: 'What else should we know?',
  messages: [
    { type: 'human', content: 'Where is my desk?' },
    { type: 'ai', content: 'It left the workshop this morning.' },
  ],
}));

/** Two levels: the tax office interrupts on the first, the lawyer on the one below, at the same time. */
const chamber = new StateGraph(Answers)
  .addNode(
    'law',
    askNode('law', () => 'Law: is this contract sound?'),
  )
  .addEdge(START, 'law')
  .addEdge('law', END)
  .compile();
const audit = new StateGraph(Answers)
  .addNode(
    'tax',
    askNode('tax', () => ({ question: 'Tax: is this declared?', options: ['yes', 'no', 'later'] })),
  )
  .addNode('chamber', chamber)
  .addEdge(START, 'tax')
  .addEdge(START, 'chamber')
  .addEdge('tax', END)
  .addEdge('chamber', END)
  .compile();

async function file(state, config) {
  await takeTime(state.pace, config);
  return {};
}

const chosen = (state) => (state.desks.length === 0 ? 'file' : state.desks);

export const graph = new StateGraph({ state: State, input: Input })
  .addNode('open', open)
  .addNode('payment', payment)
  .addNode('mail', mail)
  .addNode('trip', trip)
  .addNode('remark', remark)
  .addNode('audit', audit)
  .addNode('file', file)
  .addEdge(START, 'open')
  .addConditionalEdges('open', chosen, [...desks, 'file'])
  .addEdge('payment', 'file')
  .addEdge('mail', 'file')
  .addEdge('trip', 'file')
  .addEdge('remark', 'file')
  .addEdge('audit', 'file')
  .addEdge('file', END)
  .compile();
