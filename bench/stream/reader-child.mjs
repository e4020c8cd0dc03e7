// The reading process: reads runs from the server and passes their events to the window's process, over one
// of several transports. Messages between the two are structured clones through a pipe, as between Electron's
// processes.
import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import { builtPart } from './built.mjs';
import { startServices } from './services.mjs';

const [, , url = '', transport = ''] = process.argv;
/** @type {typeof import('remote-graph-client/client')} */
const { GraphClient } = await import(builtPart('client'));
const ours = new GraphClient({ url, apiKey: null });

/** Loaded only where it is used, because every garbage collection visits loaded code. */
const sdk =
  transport === 'sdk'
    ? new (await import('@langchain/langgraph-sdk')).Client({ apiUrl: url, apiKey: null })
    : null;

/** @param {unknown} message */
const send = (message) => void process.send?.(message);

/** @type {Record<string, (events: string) => Promise<void>>} */
const transports = {
  async socket(events) {
    const response = await fetch(`${url}/threads/${events}/runs/stream`, { method: 'POST' });
    for await (const _ of response.body ?? []);
    send({ read: Number.parseInt(events, 10) });
  },
  /** The minimum of any forwarding: the original bytes, into the window's socket. */
  async 'socket-raw'(events) {
    const response = await fetch(`${url}/threads/${events}/runs/stream`, { method: 'POST' });
    for await (const chunk of response.body ?? []) for (const window of windows) window.send(chunk);
    for (const window of windows) window.send(events);
  },
  async batches(events) {
    let read = 0;
    for await (const batch of ours.runs.stream(events, 'a', {}).batches()) read += batch.length;
    send({ read });
  },
  async packs(events) {
    let read = 0;
    for await (const batch of ours.runs.stream(events, 'a', {}).frameBatches()) read += batch.count;
    send({ read });
  },
  async sdk(events) {
    for await (const event of sdk?.runs.stream(events, 'a', { input: {} }) ?? []) send(event);
  },
  async parsed(events) {
    for await (const frame of ours.runs.stream(events, 'a', {})) {
      send({ id: frame.id, event: frame.event, namespace: frame.namespace, data: frame.json() });
    }
  },
  async text(events) {
    for await (const { id, event, namespace, text } of ours.runs.stream(events, 'a', {})) {
      send({ id, event, namespace, text });
    }
  },
};

/** Where the services listen on a socket. */
let port = 0;
/** @type {Set<(text: string) => void>} */
const listeners = new Set();
if (transport === 'list' || transport === 'store') {
  const services = await startServices(url);
  /** @type {typeof import('../../src/shared/bytes.ts')} */
  const { concatChunks } = await import(builtPart('bytes'));
  services.serveOn({
    send: (message) => send(typeof message === 'string' ? message : concatChunks(message)),
    onMessage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onClose: () => () => undefined,
    close: () => undefined,
  });
}
/** @type {Set<import('ws').WebSocket>} */
const windows = new Set();
if (transport.startsWith('socket-')) {
  /** @type {typeof import('../../src/web-host/socket-port.ts')} */
  const { createSocketPort } = await import(builtPart('socketPort'));
  const services = await startServices(url);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', (socket, request) => {
    windows.add(socket);
    if (transport !== 'socket-raw') services.serveOn(createSocketPort(socket, request.socket));
  });
  await once(server, 'listening');
  ({ port } = /** @type {import('node:net').AddressInfo} */ (server.address()));
}
process.on('message', (message) => {
  if (typeof message === 'string') for (const listener of listeners) listener(message);
  else if (typeof message === 'object' && message !== null && 'go' in message)
    void transports[transport]?.(String(message.go));
  else {
    const { user, system } = process.cpuUsage();
    send({ cpuMs: (user + system) / 1000 });
  }
});
process.on('disconnect', () => process.exit(0));
send({ ready: true, port });
