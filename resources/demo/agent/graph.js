// An agent that plans, hands work to a sub-agent, and writes a file: the prebuilt agent with tools, a to-do list and files
// in its state, as deep agents have them. Its model is a script, so that it needs no key.
import { Command, MessagesValue, ReducedValue, StateSchema, getCurrentTaskInput } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { pace } from '../lib/pace.js';
import { ScriptedModel } from '../lib/scripted-model.js';
import { defaultQuestion, leadScript, library, researchScript } from './script.js';

const conversation = new ReducedValue(MessagesValue.valueSchema, {
  inputSchema: MessagesValue.inputSchema,
  reducer: MessagesValue.reducer,
  jsonSchemaExtra: {
    ...MessagesValue.jsonSchemaExtra,
    description: 'The conversation. The agent plans, asks its researcher, and answers with a file.',
    default: [{ type: 'human', content: defaultQuestion }],
  },
});

const Todo = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
});

const State = new StateSchema({
  messages: conversation,
  todos: z
    .array(Todo)
    .default(() => [])
    .describe('What the agent plans to do. It rewrites the whole list.'),
  files: new ReducedValue(
    z
      .record(z.string(), z.string())
      .default(() => ({}))
      .describe('Files that the agent wrote, by path.'),
    { reducer: (before, written) => ({ ...before, ...written }) },
  ),
  pace: pace(900),
});

/** The answer of a tool that changes the state, too. */
const update = (changes, content, config) =>
  new Command({
    update: { ...changes, messages: [new ToolMessage({ content, tool_call_id: config.toolCall.id })] },
  });

const writeTodos = tool(
  ({ todos }, config) => update({ todos }, `${todos.length} to-dos are noted.`, config),
  {
    name: 'write_todos',
    description: 'Replaces the to-do list.',
    schema: z.object({ todos: z.array(Todo) }),
  },
);

const writeFile = tool(
  ({ path, content }, config) => update({ files: { [path]: content } }, `${path} is written.`, config),
  {
    name: 'write_file',
    description: 'Writes a file.',
    schema: z.object({ path: z.string(), content: z.string() }),
  },
);

const search = tool(({ words }) => library[words] ?? 'Nothing was found.', {
  name: 'search',
  description: 'Searches the library.',
  schema: z.object({ words: z.string() }),
});

const modelFor = (script) => (state) => new ScriptedModel({ script, pace: state.pace });

const ResearchState = new StateSchema({ messages: MessagesValue, pace: pace(900) });

const researcher = createReactAgent({
  name: 'researcher',
  llm: modelFor(researchScript),
  tools: [search],
  stateSchema: ResearchState,
});

const task = tool(
  async ({ description }, config) => {
    const { pace: ms } = getCurrentTaskInput(config);
    const { messages } = await researcher.invoke(
      { messages: [new HumanMessage(description)], pace: ms },
      { ...config, runName: 'researcher' },
    );
    return messages.at(-1).text;
  },
  {
    name: 'task',
    description: 'Hands a piece of work to a sub-agent, which knows nothing but its description.',
    schema: z.object({ subagent_type: z.literal('researcher'), description: z.string() }),
  },
);

export const graph = createReactAgent({
  name: 'agent',
  llm: modelFor(leadScript),
  tools: [writeTodos, task, writeFile],
  stateSchema: State,
});
