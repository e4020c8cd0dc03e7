// Asks many households at once: one task per household with Send, of very different length. Some are not at home at first, and
// are asked again by the node's retry policy.
import { END, ReducedValue, START, Send, StateGraph, StateSchema } from '@langchain/langgraph';
import { z } from 'zod';
import { pace, takeTime } from './lib/pace.js';

const inputFields = {
  households: z
    .number()
    .int()
    .min(0)
    .max(500)
    .default(40)
    .describe('How many households are asked, all at once.'),
  absent: z
    .number()
    .int()
    .min(0)
    .max(500)
    .default(3)
    .describe('How many of them are not at home the first time.'),
  pace: pace(400),
};

const Input = new StateSchema(inputFields);
const State = new StateSchema({
  ...inputFields,
  loaves: new ReducedValue(
    z
      .record(z.string(), z.number())
      .default(() => ({}))
      .describe('How many loaves each household buys in a week.'),
    { reducer: (before, added) => ({ ...before, ...added }) },
  ),
  total: z.number().default(0).describe('All loaves of a week.'),
});

class NotAtHome extends Error {
  name = 'NotAtHome';
}

async function prepare(state, config) {
  await takeTime(state.pace / 2, config);
  return {};
}

const branches = (state) =>
  state.households === 0
    ? 'count'
    : Array.from({ length: state.households }, (_, index) => new Send('ask', { ...state, index }));

async function ask({ index, absent, pace: ms }, config) {
  // Most answer soon, a few take their time.
  await takeTime(ms * (1 + (index % 7) / 4 + (index % 13 === 0 ? 4 : 0)), config);
  if (index < absent && config.executionInfo?.nodeAttempt === 1) {
    throw new NotAtHome(`Household ${index + 1} was not at home.`);
  }
  return { loaves: { [`household ${index + 1}`]: 1 + (index % 4) } };
}

async function count(state, config) {
  await takeTime(state.pace / 2, config);
  return { total: Object.values(state.loaves).reduce((sum, each) => sum + each, 0) };
}

export const graph = new StateGraph({ state: State, input: Input })
  .addNode('prepare', prepare)
  .addNode('ask', ask, {
    retryPolicy: { maxAttempts: 3, initialInterval: 200, retryOn: (error) => error instanceof NotAtHome },
  })
  .addNode('count', count)
  .addEdge(START, 'prepare')
  .addConditionalEdges('prepare', branches, ['ask', 'count'])
  .addEdge('ask', 'count')
  .addEdge('count', END)
  .compile();
