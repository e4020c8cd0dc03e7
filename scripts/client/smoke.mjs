/**
 * A program that has installed the client next to LangChain's packages: it must compile, and succeed on the
 * real server with the test graphs. It uses only what every version of LangGraph 1 has.
 */
export const clientSmoke = `
import assert from 'node:assert/strict';
import { AIMessage } from '@langchain/core/messages';
import { RunnableLambda } from '@langchain/core/runnables';
import { Annotation, Command, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { Client } from '@langchain/langgraph-sdk';
import { RemoteCommand, RemoteException, RemoteGraph } from 'remote-graph-client';
import { GraphClient, rawTextOf } from 'remote-graph-client/client';

const url = process.env['GRAPH_SERVER_URL'] ?? '';
const clients = [new GraphClient({ url, apiKey: null }), new Client({ apiUrl: url })];
let threads = 0;
const onThread = () => ({ configurable: { thread_id: \`00000000-0000-4000-8000-\${String(++threads).padStart(12, '0')}\` } });

for (const client of clients) {
  const writer = new RemoteGraph('writer', { client });
  const config = onThread();
  const asked = await writer.invoke({ text: 'tides' }, config);
  assert.equal(asked.__interrupt__[0].value.question, 'Publish?');
  const fork = await writer.getState(config);
  const done = await writer.invoke(new Command({ resume: false }), config);
  assert.deepEqual(done.log, ['plan', 'answer: false', 'publish']);
  assert.ok((await writer.invoke({ text: 'fork' }, fork.config)).__interrupt__);
  assert.equal((await writer.invoke(new RemoteCommand({ resume: 'yes' }), config)).log.at(-2), 'answer: "yes"');

  const modes: string[] = [];
  for await (const [mode] of await writer.stream({ text: 'again' }, { ...onThread(), streamMode: ['values', 'updates'] })) modes.push(mode);
  assert.ok(modes.includes('values') && modes.includes('updates'));
  const kinds = new Set<string>();
  for await (const { event } of writer.streamEvents({ text: 'events' }, { ...onThread(), version: 'v2' })) kinds.add(event);
  assert.ok(kinds.has('on_chain_start'));

  await assert.rejects(new RemoteGraph('broken', { client }).invoke({}), RemoteException);
  const heard: string[] = [];
  const loud = writer.withListeners({ onEnd: () => void heard.push('end') });
  const sequence = RunnableLambda.from((text: string) => ({ text })).pipe(loud);
  await sequence.invoke('in a sequence', onThread());
  assert.deepEqual(heard, ['end']);
  assert.ok((await writer.getGraphAsync()).drawMermaid().includes('publish'));
  assert.equal((await writer.batch([{ text: 'a' }, { text: 'b' }], [onThread(), onThread()])).length, 2);

  const State = Annotation.Root({ text: Annotation<string>, log: Annotation<string[]> });
  const around = new StateGraph(State)
    .addNode('remote', new RemoteGraph('writer', { client }))
    .addNode('inline', () => ({}))
    .addEdge(START, 'remote')
    .addEdge('remote', 'inline')
    .compile({ checkpointer: new MemorySaver() });
  const outer = onThread();
  await around.invoke({ text: 'nested' }, outer);
  assert.deepEqual((await around.getState(outer)).next, ['remote']);
  assert.equal((await around.invoke(new Command({ resume: 'from outside' }), outer)).log?.[1], 'answer: "from outside"');

  const talk = new RemoteGraph('talk', { client });
  assert.ok(await talk.invoke({ conversation: [new AIMessage('hello')] }));
}
const state = await (clients[0] as GraphClient).threads.getState('00000000-0000-4000-8000-000000000001');
assert.ok(rawTextOf(state).startsWith('{'));
console.log('smoke test passed');
process.exit(0);
`;
