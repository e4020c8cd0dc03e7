// Reads quick runs to their ends with each client, in turn: the time from the last event until the call
// returned, and the number of requests.
import { randomUUID } from 'node:crypto';
import { RemoteGraph as OfficialGraph } from '@langchain/langgraph/remote';
import { Client } from '@langchain/langgraph-sdk';
import { builtPart } from './built.mjs';

const [, , url = '', rounds = ''] = process.argv;
/** @type {typeof import('remote-graph-client')} */
const { RemoteGraph } = await import(builtPart('index'));

let lastEventAt = 0;
let requests = 0;

/** As `fetch`, but notes when the last event of the stream that starts a run came. @type {typeof fetch} */
const watching = async (input, init) => {
  requests += 1;
  const response = await fetch(input, init);
  const isStart = init?.method === 'POST' && String(input).includes('/runs/stream');
  if (!isStart || !response.body) return response;
  const noted = new TransformStream({
    transform(chunk, controller) {
      lastEventAt = performance.now();
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(noted), { status, statusText, headers });
};

const input = { waitMs: 0 };
const thread = () => ({ configurable: { thread_id: randomUUID() } });
const client = new Client({ apiUrl: url, apiKey: null, callerOptions: { fetch: watching } });
const official = new OfficialGraph({ graphId: 'slow', client });
const throughSdk = new RemoteGraph('slow', { client });
const ours = new RemoteGraph('slow', { url, apiKey: null, fetch: watching });

/** @type {Record<string, () => Promise<unknown>>} */
const readers = {
  async socket() {
    const body = { assistant_id: 'slow', input, stream_mode: ['values', 'updates'], if_not_exists: 'create' };
    const answer = await watching(`${url}/threads/${randomUUID()}/runs/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, stream_resumable: true }),
    });
    await answer.text();
  },
  official: () => official.invoke(input, thread()),
  sdk: () => throughSdk.invoke(input, thread()),
  ours: () => ours.invoke(input, thread()),
};

/** @type {Record<string, { ms: number[], requests: number[] }>} */
const results = {};
for (let round = -1; round < Number(rounds); round += 1) {
  for (const [name, read] of Object.entries(readers)) {
    requests = 0;
    await read();
    const ms = performance.now() - lastEventAt;
    // The first round compiles.
    if (round < 0) continue;
    const of = (results[name] ??= { ms: [], requests: [] });
    of.ms.push(ms);
    of.requests.push(requests);
  }
}
console.log(JSON.stringify(results));
process.exit(0);
