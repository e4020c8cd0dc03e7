// A graph with a setting that its schema ties to a node.
import { END, START, StateGraph } from '@langchain/langgraph';
import { z } from 'zod';

// The server reads a context schema beside a Zod object only, not beside a `StateSchema`.
const State = z.object({ name: z.string().default('Ada'), letter: z.string().default('') });

const Context = z.object({
  closing: z
    .string()
    .default('Bye')
    .describe('How a letter ends.')
    .meta({ langgraph_nodes: ['write'], langgraph_type: 'prompt' }),
  color: z.string().optional(),
});

/** Writes a letter with a closing from its context. */
export const letter = new StateGraph(State, Context)
  .addNode('greet', ({ name }) => ({ letter: `Dear ${name},` }))
  .addNode('write', (state, { context }) => ({ letter: `${state.letter}\n${context?.closing ?? 'none'}` }))
  .addEdge(START, 'greet')
  .addEdge('greet', 'write')
  .addEdge('write', END)
  .compile();
