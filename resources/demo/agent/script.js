// What the models of the agent and of its researcher say.
import { isAIMessage, isHumanMessage } from '@langchain/core/messages';

export const defaultQuestion = 'What must our bakery know before it sells bread online?';

export const library = {
  'labels of bread sold online':
    'Ingredients, allergens, weight and the maker must be readable before the order, not only on the bag.',
  'parcels of fresh bread':
    'A loaf in a paper bag keeps for three days. Parcels that leave before noon arrive the next day.',
};

const [labels, parcels] = Object.keys(library);

const todos = (...statuses) =>
  ['Find out about labels', 'Find out about parcels', 'Write the answer'].map((content, at) => ({
    content,
    status: statuses[at],
  }));

const answer = `# Bread online

1. **Labels.** ${library[labels]}
2. **Parcels.** ${library[parcels]}
`;

/** What the agent does in its first, second, ... turn after a question. */
const turns = [
  {
    text: 'I make a plan first.',
    calls: [['write_todos', { todos: todos('in_progress', 'in_progress', 'pending') }]],
  },
  {
    text: 'Two things can be found out at the same time.',
    calls: [
      ['task', { subagent_type: 'researcher', description: `Find out: ${labels}` }],
      ['task', { subagent_type: 'researcher', description: `Find out: ${parcels}` }],
    ],
  },
  {
    text: 'Now I write it down.',
    calls: [
      ['write_file', { path: 'bread-online.md', content: answer }],
      ['write_todos', { todos: todos('completed', 'completed', 'completed') }],
    ],
  },
  {
    text: `The answer is in bread-online.md. In short: tell what is in the bread before it is ordered, and send it before noon.`,
  },
];

/** The turns that the model had since the last question. */
const turnsSince = (messages) =>
  messages
    .slice(messages.findLastIndex((message) => isHumanMessage(message)) + 1)
    .filter((message) => isAIMessage(message)).length;

export function leadScript(messages) {
  const { text, calls = [] } = turns[turnsSince(messages)] ?? turns.at(-1);
  return {
    text,
    toolCalls: calls.map(([name, args], at) => ({ id: `call_${messages.length}_${at}`, name, args })),
  };
}

export function researchScript(messages) {
  const words = messages[0].text.replace('Find out: ', '');
  if (turnsSince(messages) === 0) {
    return {
      text: 'I look it up.',
      toolCalls: [{ id: `search_${words.length}`, name: 'search', args: { words } }],
    };
  }
  return { text: messages.at(-1).text };
}
