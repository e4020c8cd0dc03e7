// Graphs for the schema, subgraph and command cases of the public server suite (docs/protocol.md, Conformance
// suites).
import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import { withLangGraph } from '@langchain/langgraph/zod';
import { z } from 'zod';
import * as z3 from 'zod/v3';

const oneNode = (state) =>
  new StateGraph(state)
    .addNode('only', () => ({}))
    .addEdge(START, 'only')
    .addEdge('only', END)
    .compile();

/** Its schema comes from Zod alone. */
export const plainZod = oneNode(
  z.object({ items: z.array(z.string()).default([]), label: z.string().optional() }),
);

/** Its schema comes from the registry of LangGraph's Zod extensions. */
export const markedZod = oneNode(
  z3.object({
    messages: withLangGraph(z3.array(z3.string()), {
      reducer: { schema: z3.string(), fn: (all, one) => [...all, one] },
      default: () => [],
      jsonSchemaExtra: { langgraph_type: 'messages' },
    }),
    status: z3.enum(['idle', 'done']).default('idle'),
  }),
);

const Whole = z.object({ ofWhole: z.string().optional() });
const Middle = z.object({ ofMiddle: z.string().optional() });
const Inner = z.object({ ofInner: z.string().optional() });
const chain = (state, first, second) =>
  new StateGraph(state)
    .addNode(...first)
    .addNode(...second)
    .addEdge(START, first[0])
    .addEdge(first[0], second[0])
    .addEdge(second[0], END)
    .compile();
const step = (name) => [name, () => ({})];

/** Three levels: `outer` contains `middle`, which contains two nodes. */
export const threeLevels = chain(Whole, step('begin'), [
  'outer',
  chain(Middle, step('prepare'), ['middle', chain(Inner, step('one'), step('two'))]),
]);

/** Sends a command to a parent, which it does not have on the server. */
export const handoff = new StateGraph(Annotation.Root({ text: Annotation(), log: Annotation() }))
  .addNode('leave', () => new Command({ graph: Command.PARENT, goto: 'elsewhere', update: { text: 'left' } }))
  .addEdge(START, 'leave')
  .compile();
