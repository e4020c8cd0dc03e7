// A graph server with a fixed response. Exits with its parent, whose pipe then closes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { input } from './inputs.mjs';

process.stdin.on('end', () => process.exit(0)).resume();

/** @type {Map<string, Buffer>} */
const streams = new Map();
/** The bytes of a run of so many events. @param {string} events */
function streamOf(events) {
  const bytes = streams.get(events) ?? input('mix', Number(events)).bytes;
  streams.set(events, bytes);
  return bytes;
}

const threads = JSON.stringify(
  Array.from({ length: 10 }, (_, index) => ({
    thread_id: `t-${index}`,
    status: 'idle',
    metadata: {},
    values: { at: index },
  })),
);

const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname;
  request.resume();
  const started = /^\/threads\/(\d+)\/runs\/stream$/.exec(path);
  if (request.method === 'POST' && started) {
    const [, events = ''] = started;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'content-location': `/threads/${events}/runs/run-1`,
    });
    const bytes = streamOf(events);
    for (let index = 0; index < bytes.length; index += 65_536) {
      if (!response.write(bytes.subarray(index, index + 65_536))) await once(response, 'drain');
    }
    response.end();
    return;
  }
  // A joined stream has nothing to add.
  if (path.endsWith('/stream')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  if (path === '/threads/search') response.end(threads);
  else if (path === '/info') response.end('{"version":"1","flags":{}}');
  else if (path.includes('/runs/')) {
    response.end('{"run_id":"run-1","thread_id":"t","assistant_id":"a","status":"success","kwargs":{}}');
  } else response.end('{"thread_id":"t","status":"idle"}');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
