// The reference graphs of graph-server-check (docs/server-check.md), which every case can be tried with. Their twins in Python
// are in ../python-server/graphs/check_graphs.py.
import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import {
  END,
  MessagesAnnotation,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
  interrupt,
} from '@langchain/langgraph';
import { z } from 'zod';

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { inputSchema: z.string(), reducer: (all, one) => [...all, one] },
);
const Text = new StateSchema({ text: z.string().default(''), log });

class CheckError extends Error {
  name = 'CheckError';
}

/** Roles plain, slow, failing and custom. */
export const checkSteps = new StateGraph(
  new StateSchema({
    text: z.string().default(''),
    waitMs: z.number().default(0),
    fail: z.boolean().default(false),
    data: z.any().optional(),
    seen: z.any().optional(),
    log,
  }),
  z.object({ flavour: z.string().optional() }),
)
  .addNode('first', ({ text }, config) => {
    config.writer?.({ progress: text });
    const seen = {
      context: config.context?.flavour ?? null,
      configurable: config.configurable?.flavour ?? null,
    };
    return { log: 'first', seen };
  })
  .addNode('second', async ({ waitMs, fail }, config) => {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, waitMs);
      config.signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(config.signal.reason);
      });
    });
    if (fail) throw new CheckError('it failed, as it was told to');
    return { log: 'second' };
  })
  .addEdge(START, 'first')
  .addEdge('first', 'second')
  .addEdge('second', END)
  .compile();

/** Role chat: the model streams character by character. */
export const checkChat = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }, config) => {
    const model = new FakeListChatModel({ responses: ['Good day'] });
    const { id, content } = await model.invoke(messages, config);
    return { messages: [new AIMessage({ id, content })] };
  })
  .addEdge(START, 'model')
  .addEdge('model', END)
  .compile();

/** Role ask. */
export const checkAsk = new StateGraph(Text)
  .addNode('before', () => ({ log: 'before' }))
  .addNode('ask', () => ({ log: `answered ${JSON.stringify(interrupt({ question: 'Go on?' }))}` }))
  .addEdge(START, 'before')
  .addEdge('before', 'ask')
  .addEdge('ask', END)
  .compile();

/** Role ask-twice. */
export const checkAskTwice = new StateGraph(Text)
  .addNode('ask', () => {
    const title = interrupt({ question: 'Which title?' });
    const price = interrupt({ question: 'Which price?' });
    return { log: `answered ${JSON.stringify([title, price])}` };
  })
  .addEdge(START, 'ask')
  .addEdge('ask', END)
  .compile();

/** Role ask-both. */
export const checkAskBoth = new StateGraph(Text)
  .addNode('left', () => ({ log: `left ${JSON.stringify(interrupt({ question: 'Left?' }))}` }))
  .addNode('right', () => ({ log: `right ${JSON.stringify(interrupt({ question: 'Right?' }))}` }))
  .addEdge(START, 'left')
  .addEdge(START, 'right')
  .addEdge('left', END)
  .addEdge('right', END)
  .compile();

// Has only the text: a log passed through a subgraph would be appended to itself.
const inner = new StateGraph(new StateSchema({ text: z.string().default('') }))
  .addNode('draft', ({ text }) => ({ text: `${text}, a draft` }))
  .addNode('polish', ({ text }) => ({
    text: `${text}, ${text.startsWith('ask') ? JSON.stringify(interrupt({ question: 'Inside?' })) : 'polished'}`,
  }))
  .addEdge(START, 'draft')
  .addEdge('draft', 'polish')
  .addEdge('polish', END)
  .compile();

/** Roles nested, and nested-ask where the text begins with "ask". */
export const checkNested = new StateGraph(Text)
  .addNode('before', () => ({ log: 'before' }))
  .addNode('write', inner)
  .addNode('after', () => ({ log: 'after' }))
  .addEdge(START, 'before')
  .addEdge('before', 'write')
  .addEdge('write', 'after')
  .addEdge('after', END)
  .compile();
