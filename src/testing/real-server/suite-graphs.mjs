// Minimal graphs for the cases of the public server suite (docs/protocol.md, Conformance suites).
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import {
  Annotation,
  Command,
  END,
  MessagesAnnotation,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
  getStore,
  interrupt,
} from '@langchain/langgraph';
import { z } from 'zod';

const messagesOf = ({ messages }) => messages;

/** A person, the agent, a tool, the agent: four messages. The model streams character by character. */
export const agent = new StateGraph(MessagesAnnotation)
  .addNode('agent', async (state, config) => {
    const usedTool = messagesOf(state).at(-1).getType() === 'tool';
    const model = new FakeListChatModel({ responses: [usedTool ? 'the end' : 'begin'] });
    const answer = await model.invoke(messagesOf(state), config);
    if (usedTool) return { messages: [answer] };
    const tool_calls = [{ id: 'call-1', name: 'lookup', args: {} }];
    return { messages: [new AIMessage({ id: answer.id, content: answer.content, tool_calls })] };
  })
  .addNode('tool', () => ({
    messages: [new ToolMessage({ tool_call_id: 'call-1', name: 'lookup', content: 'found' })],
  }))
  .addEdge(START, 'agent')
  .addConditionalEdges('agent', (state) => (messagesOf(state).at(-1).tool_calls?.length ? 'tool' : END), [
    'tool',
    END,
  ])
  .addEdge('tool', 'agent')
  .compile();

const Route = Annotation.Root({
  ...MessagesAnnotation.spec,
  city: Annotation(),
  route: Annotation(),
});

const weather = new StateGraph(Route)
  .addNode('model', () => ({ city: 'San Francisco' }))
  .addNode('weather', ({ city }) => ({ messages: [new AIMessage(`It is sunny in ${city}`)] }))
  .addEdge(START, 'model')
  .addEdge('model', 'weather')
  .addEdge('weather', END)
  .compile({ interruptBefore: ['weather'] });

/** A router and a subgraph that stops before its second node. */
export const nested = new StateGraph(Route)
  .addNode('router', () => ({ route: 'weather' }))
  .addNode('forecast', weather)
  .addEdge(START, 'router')
  .addEdge('router', 'forecast')
  .addEdge('forecast', END)
  .compile();

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
);
const Text = new StateSchema({ text: z.string().default(''), log });

/** Calls `interrupt()` inside a node. */
export const ask = new StateGraph(Text)
  .addNode('before', () => ({ log: 'before' }))
  .addNode('ask', () => ({ log: `answered ${JSON.stringify(interrupt({ question: 'Go on?' }))}` }))
  .addEdge(START, 'before')
  .addEdge('before', 'ask')
  .addEdge('ask', END)
  .compile();

class CustomError extends Error {
  name = 'CustomError';
}

export const error = new StateGraph(Text)
  .addNode('boo', () => {
    throw new CustomError('Boo!');
  })
  .addEdge(START, 'boo')
  .addEdge('boo', END)
  .compile();

/** Takes `delay` milliseconds, or until cancelled, then writes its input. */
export const delay = new StateGraph(
  Annotation.Root({ ...MessagesAnnotation.spec, delay: Annotation(), done: Annotation() }),
)
  .addNode('one', async (state, config) => {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, state.delay);
      config.signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(config.signal.reason);
      });
    });
    return { messages: [new AIMessage(`waited ${state.delay}`)], done: true };
  })
  .addEdge(START, 'one')
  .addEdge('one', END)
  .compile();

/** Follows the `goto` of a command, and may be sent back. */
export const command = new StateGraph(Text)
  .addNode('first', () => new Command({ update: { log: 'first' }, goto: 'second' }), { ends: ['second'] })
  .addNode('second', ({ text }) => ({ log: `second with ${text}` }))
  .addEdge(START, 'first')
  .addEdge('second', END)
  .compile();

/** Writes the context of the run. */
export const context = new StateGraph(
  Annotation.Root({ seen: Annotation() }),
  z.object({ model: z.string().default('small') }),
)
  .addNode('look', (_, runtime) => ({ seen: runtime.context ?? null }))
  .addEdge(START, 'look')
  .addEdge('look', END)
  .compile();

/** Stores an item named by its config, and reads it back. */
export const store = new StateGraph(Annotation.Root({ kept: Annotation() }))
  .addNode('keep', async (_, config) => {
    const items = getStore(config);
    await items.put(['users', config.configurable.user], 'note', { text: config.configurable.note });
    return { kept: (await items.get(['users', config.configurable.user], 'note'))?.value };
  })
  .addEdge(START, 'keep')
  .addEdge('keep', END)
  .compile();

/** Created per config: the config names its only node. */
export const dynamic = (config) => {
  const name = config.configurable?.nodeName ?? 'usual';
  return new StateGraph(Text)
    .addNode(name, () => ({ log: name }))
    .addEdge(START, name)
    .addEdge(name, END)
    .compile();
};
