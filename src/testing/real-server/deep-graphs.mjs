// A deep agent with to-dos, files and two kinds of sub-agents, and an agent whose tools share one task. Their models
// follow scripts.
import { randomUUID } from 'node:crypto';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { interrupt } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { createDeepAgent } from 'deepagents';
import { todoListMiddleware } from 'langchain';
import { z } from 'zod';

/** Streams the next answer of its script, word by word: one for each message of the model that is in the conversation. */
class Scripted extends BaseChatModel {
  model = 'scripted-1';

  constructor(script) {
    super({});
    this.script = script;
  }

  _llmType() {
    return 'scripted';
  }

  bindTools() {
    return this;
  }

  async *speak(messages, runManager) {
    const said = messages.filter((message) => message.type === 'ai').length;
    const { text, calls = [] } = this.script[Math.min(said, this.script.length - 1)];
    const emit = async (message) => {
      const chunk = new ChatGenerationChunk({ text: message.content, message });
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
      return chunk;
    };
    for (const content of text.match(/\s*\S+/g)) {
      yield await emit(new AIMessageChunk({ content }));
    }
    const last = new AIMessageChunk({
      content: '',
      tool_call_chunks: calls.map(({ name, args }, index) => ({
        type: 'tool_call_chunk',
        // A tool call in the text's content block is lost in the event-streaming protocol.
        index: index + 1,
        id: `call_${randomUUID()}`,
        name,
        args: JSON.stringify(args),
      })),
      usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      response_metadata: { model_name: 'scripted-1' },
    });
    yield await emit(last);
  }

  async *_streamResponseChunks(messages, _options, runManager) {
    yield* this.speak(messages, runManager);
  }

  async _generate(messages, _options, runManager) {
    let whole;
    for await (const chunk of this.speak(messages, runManager)) whole = whole?.concat(chunk) ?? chunk;
    return { generations: [whole] };
  }
}

const words = z.object({ words: z.string() });
const letter = z.object({ text: z.string() });

const lookUp = tool((args) => `${args.words}: 42`, {
  name: 'look_up',
  description: 'Looks words up.',
  schema: words,
});
const weigh = tool(() => '20 g', { name: 'weigh', description: 'Weighs a letter.', schema: letter });
const sendLetter = tool((args) => `sent: ${args.text}`, {
  name: 'send_letter',
  description: 'Sends a letter. A person has to approve it.',
  schema: letter,
});

const todos = (...statuses) => ({
  todos: ['Ask the researchers', 'Send the letter'].map((content, index) => ({
    content,
    status: statuses[index],
  })),
});
const delegate = (name, description) => ({ name: 'task', args: { subagent_type: name, description } });
const text = 'The answer is 42.';

const lead = new Scripted([
  { text: 'I make a plan.', calls: [{ name: 'write_todos', args: todos('in_progress', 'pending') }] },
  {
    text: 'I ask two researchers.',
    calls: [delegate('researcher', 'Find out: north'), delegate('researcher', 'Find out: south')],
  },
  {
    text: 'The clerk sends it, and I note it.',
    calls: [
      delegate('clerk', 'Send the answer.'),
      { name: 'write_file', args: { file_path: '/answer.md', content: text } },
    ],
  },
  { text: 'All is done.' },
]);

export const deep = createDeepAgent({
  model: lead,
  middleware: [todoListMiddleware()],
  subagents: [
    {
      name: 'researcher',
      description: 'Finds things out.',
      systemPrompt: 'Find it out.',
      tools: [lookUp],
      model: new Scripted([
        { text: 'I look it up.', calls: [{ name: 'look_up', args: { words: 'the answer' } }] },
        { text: 'It is 42.' },
      ]),
    },
    {
      name: 'clerk',
      description: 'Sends letters.',
      systemPrompt: 'Send it.',
      tools: [weigh, sendLetter],
      interruptOn: { send_letter: true },
      model: new Scripted([
        { text: 'I weigh it.', calls: [{ name: 'weigh', args: { text } }] },
        { text: 'I send it.', calls: [{ name: 'send_letter', args: { text } }] },
        { text: 'The letter is sent.' },
      ]),
    },
  ],
});

let charges = 0;
const charge = tool(() => `charged ${(charges += 1)}`, {
  name: 'charge',
  description: 'Charges a card.',
  schema: z.object({}),
});
const confirm = tool(() => `confirmed: ${interrupt({ question: 'Ship it?' })}`, {
  name: 'confirm',
  description: 'Asks a person.',
  schema: z.object({}),
});

/** All tools of a message run in one task, so that an answer to `confirm` charges the card again. */
export const toolbox = createReactAgent({
  llm: new Scripted([
    {
      text: 'I charge and ask.',
      calls: [
        { name: 'charge', args: {} },
        { name: 'confirm', args: {} },
      ],
    },
    { text: 'Done.' },
  ]),
  tools: [charge, confirm],
  version: 'v1',
});
