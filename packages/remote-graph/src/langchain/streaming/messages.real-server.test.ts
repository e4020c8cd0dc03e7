import { randomUUID } from 'node:crypto';
import { HumanMessage } from '@langchain/core/messages';
import { RunnableLambda, type Runnable } from '@langchain/core/runnables';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectItems } from '../../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { sharedServer, type SharedServer } from '../../../../../src/testing/shared-server.ts';
import { RemoteGraph } from '../../index.ts';
import { isObject } from '../../http/response-checks.ts';

type Messages = typeof MessagesAnnotation.State;
type Node = Runnable<Messages, Partial<Messages>>;

let server: SharedServer;
let remote: RemoteGraph<Messages, Partial<Messages>>;
let local: Node;

beforeAll(async () => {
  server = await sharedServer('suite');
  remote = new RemoteGraph('agent', { url: server.url, apiKey: null });
  const graphs = new URL('../../../../../src/testing/real-server/suite-graphs.mjs', import.meta.url).href;
  ({ agent: local } = await import(/* @vite-ignore */ graphs));
});

const input = { messages: [new HumanMessage('hi')] };
const newThread = () => ({ configurable: { thread_id: randomUUID() } });

function contentOf(message: unknown): unknown {
  return isObject(message) ? message['content'] : undefined;
}

/** The messages that a local graph streams from its node: source and text of each. */
async function messagesAround(node: Node): Promise<unknown[]> {
  const graph = new StateGraph(MessagesAnnotation).addNode('inner', node).addEdge(START, 'inner').compile();
  const options = { ...newThread(), streamMode: 'messages' as const, subgraphs: true as const };
  const chunks: unknown[] = await collectItems(await graph.stream(input, options));
  return chunks.map((chunk) => {
    const [namespace, [message, metadata]] = chunk as [string[], [unknown, Record<string, unknown>]];
    const path = namespace.map((part) => part.replace(/:.*/, ''));
    return [path, contentOf(message), metadata['langgraph_node']];
  });
}

describe.concurrent('messages', () => {
  it('invoke accepts LangChain messages and returns the last one', async () => {
    const { messages = [] } = await remote.invoke(input, newThread());
    expect(messages.map(contentOf)).toEqual(['hi', 'begin', 'found', 'the end']);
  });

  it('of a remote node are the same as those of a nested local graph', async () => {
    const [fromServer, fromHere] = await Promise.all([messagesAround(remote), messagesAround(local)]);
    expect(fromServer).toEqual(fromHere);
    expect(fromServer.length).toBeGreaterThan(10);
  });

  it('values grow by a message at a time', async () => {
    const values = await collectItems(await remote.stream(input, { ...newThread(), streamMode: 'values' }));
    expect(values.map(({ messages = [] }) => messages.length)).toEqual([1, 2, 3, 4]);
  });

  it('become messages again in the state of a local graph', async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('inner', remote)
      .addEdge(START, 'inner')
      .compile();
    const last = RunnableLambda.from(({ messages }: Messages) => messages.at(-1)?.getType());
    expect(await graph.pipe(last).invoke(input, newThread())).toBe('ai');
  });
});
