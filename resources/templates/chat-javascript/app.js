// An app of yours: it starts a run on a server, as any client does. Open the thread in RemoteGraph Studio to watch it.
import { Client } from '@langchain/langgraph-sdk';

const client = new Client({ apiUrl: process.env.LANGGRAPH_URL ?? 'http://127.0.0.1:2024' });
const text = process.argv.slice(2).join(' ') || 'hello';

const thread = await client.threads.create({ metadata: { app: 'my-app' } });
console.log(`Thread ${thread.thread_id}`);
const events = client.runs.stream(thread.thread_id, 'chat', {
  input: { messages: [{ role: 'user', content: text }] },
  streamMode: 'updates',
});
for await (const { event, data } of events) {
  if (event === 'error') throw new Error(data.message);
  if (event !== 'updates') continue;
  for (const [node, update] of Object.entries(data)) {
    console.log(`${node}: ${update.messages.at(-1).content}`);
  }
}
