// The reading process: reads runs from the server and hands their events to the window's process, one way or the other.
// Messages between the two are structured clones through a pipe, as between the processes of Electron.
import { Client } from '@langchain/langgraph-sdk';
import { builtPart } from './built.mjs';
import { startServices } from './services.mjs';

const [, , url = '', way = ''] = process.argv;
/** @type {typeof import('../../src/remote-graph/client.ts')} */
const { GraphClient } = await import(builtPart('client'));
const sdk = new Client({ apiUrl: url, apiKey: null });
const ours = new GraphClient({ url, apiKey: null });

/** @param {unknown} message */
const send = (message) => void process.send?.(message);

/** @type {Record<string, (events: string) => Promise<void>>} */
const ways = {
  async socket(events) {
    const response = await fetch(`${url}/threads/${events}/runs/stream`, { method: 'POST' });
    for await (const _ of response.body ?? []);
    send({ read: Number(events) });
  },
  async batches(events) {
    let read = 0;
    for await (const batch of ours.runs.stream(events, 'a', {}).batches()) read += batch.length;
    send({ read });
  },
  async sdk(events) {
    for await (const event of sdk.runs.stream(events, 'a', { input: {} })) send(event);
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

/** @type {Set<(text: string) => void>} */
const listeners = new Set();
if (way === 'list' || way === 'store') {
  const services = await startServices(url);
  services.serveOn({
    send,
    onMessage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onClose: () => () => undefined,
    close: () => undefined,
  });
}
process.on('message', (message) => {
  if (typeof message === 'string') for (const listener of listeners) listener(message);
  else if (typeof message === 'object' && message !== null && 'go' in message)
    void ways[way]?.(String(message.go));
  else {
    const { user, system } = process.cpuUsage();
    send({ cpuMs: (user + system) / 1000 });
  }
});
process.on('disconnect', () => process.exit(0));
send({ ready: true });
