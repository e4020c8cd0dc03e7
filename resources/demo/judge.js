// Scores what another graph wrote: how many words of the reference are in the output. Without a reference it asks a person. Unlike a
// judge with a model, it always says the same.
import { END, START, StateGraph, StateSchema, interrupt } from '@langchain/langgraph';
import { z } from 'zod';
import { pace, takeTime } from './lib/pace.js';

const inputFields = {
  input: z.any().default({ topic: 'Tides' }).describe('What the judged graph got.'),
  output: z.any().default('Tides follow the moon.').describe('What it wrote.'),
  reference: z
    .any()
    .default('Tides follow the moon and the sun.')
    .describe('What a good output would be. If it is null, a person is asked.'),
  pace: pace(150),
};

const Input = new StateSchema(inputFields);
const State = new StateSchema({
  ...inputFields,
  score: z.number().default(0).describe('From 0 to 1.'),
  reason: z.string().default('').describe('Why.'),
});

const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const wordsOf = (value) =>
  new Set(
    textOf(value)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );

async function weigh({ output, reference, pace: ms }, config) {
  await takeTime(ms, config);
  if (output == null || output === '') throw new Error('There is no output to score.');
  if (reference == null) {
    const score = interrupt({ question: 'How good is this output, from 0 to 1?', output });
    return { score: Number(score), reason: 'A person said so.' };
  }
  const wanted = wordsOf(reference);
  const written = wordsOf(output);
  const missing = [...wanted].filter((word) => !written.has(word));
  const score = wanted.size === 0 ? 1 : Math.round((1 - missing.length / wanted.size) * 100) / 100;
  return { score, reason: missing.length === 0 ? 'Nothing is missing.' : `Missing: ${missing.join(', ')}.` };
}

export const graph = new StateGraph({ state: State, input: Input })
  .addNode('weigh', weigh)
  .addEdge(START, 'weigh')
  .addEdge('weigh', END)
  .compile();
