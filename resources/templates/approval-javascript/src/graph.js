import { END, interrupt, START, StateGraph, StateSchema } from '@langchain/langgraph';
import { z } from 'zod';

/** A schema, because a server can read no types from plain JavaScript. The studio's forms come from it. */
const State = new StateSchema({
  topic: z.string().optional().describe('What to announce'),
  draft: z.string().optional().describe('The text of the announcement'),
  published: z.boolean().optional().describe('Whether a person agreed'),
});

function write({ topic }) {
  return { draft: `We are happy to announce ${topic ?? 'something new'}.` };
}

/** Stops the run until a person answers: with `true`, or with a better text. */
function review({ draft }) {
  const answer = interrupt({ question: 'Publish this announcement?', draft });
  if (typeof answer === 'string') return { draft: answer, published: true };
  return { published: answer === true };
}

function publish({ draft }) {
  return { draft: `Published: ${draft}` };
}

export const graph = new StateGraph(State)
  .addNode('write', write)
  .addNode('review', review)
  .addNode('publish', publish)
  .addEdge(START, 'write')
  .addEdge('write', 'review')
  .addConditionalEdges('review', ({ published }) => (published ? 'publish' : END), ['publish', END])
  .addEdge('publish', END)
  .compile();
