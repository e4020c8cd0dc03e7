// Fails in three ways, to look at errors: a node that throws, a router that returns an undeclared label, and
// a node that jumps along an edge that is not in the graph.
import { Command, END, START, StateGraph, StateSchema } from '@langchain/langgraph';
import { z } from 'zod';
import { lines } from './lib/log.js';
import { pace, takeTime } from './lib/pace.js';

const inputFields = {
  how: z
    .enum(['throw', 'stray', 'jump', 'none'])
    .default('throw')
    .describe(
      'throw: a node fails. stray: a router names an edge that it did not declare, and the run fails. jump: a node goes along an edge that is not drawn, and the run succeeds. none: all is well.',
    ),
  amount: z.number().default(129.9).describe('What the customer is to pay.'),
  pace: pace(500),
};

const Input = new StateSchema(inputFields);
const State = new StateSchema({ ...inputFields, log: lines('What was done, oldest first.') });

class CardDeclinedError extends Error {
  name = 'CardDeclinedError';
}

async function prepare(state, config) {
  await takeTime(state.pace, config);
  return { log: `prepare: ${state.amount}` };
}

async function chargeCard(state, config) {
  await takeTime(state.pace, config);
  if (state.how === 'throw') {
    throw new CardDeclinedError(`The card was declined: ${state.amount} is more than its limit of 100.`);
  }
  return { log: 'charge_card: paid' };
}

async function sortOut(state, config) {
  await takeTime(state.pace, config);
  if (state.how !== 'jump') return { log: 'sort_out: done' };
  // `notify` is not a declared successor of this node: the server obeys, but the drawn graph has no such
  // edge.
  return new Command({ goto: 'notify', update: { log: 'sort_out: jumps to notify' } });
}

async function refund(state, config) {
  await takeTime(state.pace, config);
  return { log: 'refund: nothing to refund' };
}

async function notify(state, config) {
  await takeTime(state.pace, config);
  return { log: 'notify: told the customer' };
}

const wayIn = (state) => (state.how === 'stray' || state.how === 'jump' ? 'unusual' : 'usual');
// 'nowhere' is not among the labels below.
const afterSorting = (state) => (state.how === 'stray' ? 'nowhere' : 'settle');

export const graph = new StateGraph({ state: State, input: Input })
  .addNode('prepare', prepare)
  .addNode('charge_card', chargeCard)
  .addNode('sort_out', sortOut)
  .addNode('refund', refund)
  .addNode('notify', notify)
  .addEdge(START, 'prepare')
  .addConditionalEdges('prepare', wayIn, { usual: 'charge_card', unusual: 'sort_out' })
  .addEdge('charge_card', 'notify')
  .addConditionalEdges('sort_out', afterSorting, { settle: 'refund', close: END })
  .addEdge('refund', END)
  .addEdge('notify', END)
  .compile();
