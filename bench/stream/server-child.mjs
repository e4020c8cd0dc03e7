// A graph server whose runs have as many events as their thread's name says: `100000`, or `1000000+5000x10`
// for a million at once and then 5,000 a second for 10 seconds; `talk10000+5000x10`: 10,000 messages at once,
// and then tokens of more of them; `work100000+5000x10`: tasks of one node, four events each. It ends with its parent: its input then closes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { input } from '../client/inputs.mjs';

process.stdin.on('end', () => process.exit(0)).resume();

const { bytes: whole, payloads } = input('mix');
/** Each event up to its id. */
const prefixes = whole
  .toString('latin1')
  .split('\n\n')
  .slice(0, payloads.length)
  .map((event) => Buffer.from(`${event.slice(0, event.lastIndexOf('id: ') + 4)}`, 'latin1'));

/** @typedef {(from: number, to: number) => Buffer} MakeEvents */

/** @type {MakeEvents} */
function eventsFrom(from, to) {
  const pieces = [];
  for (let id = from; id < to; id += 1) {
    pieces.push(prefixes[id % prefixes.length] ?? Buffer.alloc(0), Buffer.from(`${id}\n\n`));
  }
  return Buffer.concat(pieces);
}

const words =
  'the tide turns when moon and sun pull on the same side of the sea, and the harbour fills'.split(' ');
const tokensOfMessage = 200;

/** As many whole messages as are given, and then tokens: each message has 200 of them. @param {number} wholeMessages @returns {MakeEvents} */
const talk = (wholeMessages) => (from, to) => {
  let text = '';
  for (let id = from; id < to; id += 1) {
    const isWhole = id < wholeMessages;
    const message = {
      content: isWhole
        ? Array.from({ length: 10 + ((id * 7) % 60) }, (_, index) => words[(id + index) % words.length]).join(
            ' ',
          )
        : `${words[id % words.length]} `,
      id: isWhole ? `m-${id}` : `run-${Math.floor(id / tokensOfMessage)}`,
      type: isWhole ? (id % 2 === 0 ? 'human' : 'ai') : 'AIMessageChunk',
      ...(isWhole ? {} : { tool_call_chunks: [] }),
    };
    const about = {
      langgraph_node: 'write',
      langgraph_step: 3,
      thread_id: '6b1f5c1e-4f34',
      ls_provider: 'x',
    };
    const data = JSON.stringify([message, about]);
    text += `event: messages|write:4014035b-2a78-5e4a-b7fa-a226b59f7b4c\ndata: ${data}\nid: ${id}\n\n`;
  }
  return Buffer.from(text);
};

/** Tasks of one node, one after the other: each starts, says a token, writes and ends. @type {MakeEvents} */
function work(from, to) {
  let text = '';
  for (let id = from; id < to; id += 1) {
    const task = Math.floor(id / 4);
    const taskId = `4014035b-2a78-5e4a-b7fa-${String(task).padStart(12, '0')}`;
    const kinds = /** @type {const} */ ([
      [
        'tasks',
        { id: taskId, name: 'work', input: { item: task }, triggers: ['branch:to:work'], interrupts: [] },
      ],
      [
        'messages',
        [{ content: 'tide ', id: `run-${task}`, type: 'AIMessageChunk' }, { langgraph_node: 'work' }],
      ],
      ['updates', { work: { done: task, note: words[task % words.length] } }],
      ['tasks', { id: taskId, name: 'work', result: [['done', task]], interrupts: [] }],
    ]);
    const [event, data] = kinds[id % 4] ?? kinds[0];
    text += `event: ${event}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`;
  }
  return Buffer.from(text);
}

/** @type {Map<number, Buffer>} */
const floods = new Map();
/** What is asked for again and again is made once. @param {number} events */
function flood(events) {
  const bytes = floods.get(events) ?? eventsFrom(0, events);
  floods.set(events, bytes);
  return bytes;
}

/** @param {import('node:http').ServerResponse} response @param {Buffer} bytes */
async function write(response, bytes) {
  for (let index = 0; index < bytes.length; index += 65_536) {
    if (!response.write(bytes.subarray(index, index + 65_536))) await once(response, 'drain');
  }
}

/** @param {import('node:http').ServerResponse} response @param {string} plan */
async function stream(response, plan) {
  const [first = '0', then = '0x0'] = plan.split('+');
  const [rate = 0, seconds = 0] = then.split('x').map(Number);
  const [, kind = '', count = '0'] = /^(\D*)(\d+)$/.exec(first) ?? [];
  const limit = Number(count);
  const make = kind === 'talk' ? talk(limit) : kind === 'work' ? work : eventsFrom;
  if (limit <= 200_000 && kind === '') await write(response, flood(limit));
  else for (let at = 0; at < limit; at += 1000) await write(response, make(at, Math.min(limit, at + 1000)));
  const startedAt = performance.now();
  for (let sent = 0; sent < rate * seconds;) {
    await pause(5);
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - startedAt) / 1000) * rate));
    await write(response, make(limit + sent, limit + due));
    sent = due;
  }
  response.end();
}

const server = createServer(async (request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
  request.resume();
  const [, threadId = '', run] = /^\/threads\/([^/]+)\/runs\/(.+)$/.exec(path) ?? [];
  if (run === 'stream' || run === 'run-1/stream') {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'content-location': `/threads/${threadId}/runs/run-1`,
    });
    const isWhole = run === 'stream' || request.headers['last-event-id'] === '-1';
    // A joined stream has nothing to add behind its last event.
    if (isWhole) await stream(response, threadId);
    else response.end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  if (path === '/info') response.end('{"version":"1","flags":{}}');
  else if (run) {
    response.end(
      `{"run_id":"run-1","thread_id":"${threadId}","assistant_id":"a","status":"success","kwargs":{"resumable":true}}`,
    );
  } else response.end(`{"thread_id":"${threadId}","status":"idle"}`);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
