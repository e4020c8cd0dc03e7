import { inChild } from '../client/child.mjs';
import { median, table } from '../median.mjs';

const rounds = 5;
const events = 100_000;

const transports = {
  socket: 'only reading the socket',
  'socket-raw': 'the bytes as they came, into a WebSocket',
  batches: 'only reading with ours (`batches`)',
  packs: 'only reading with ours (`packs`)',
  sdk: 'SDK, each event cloned',
  parsed: 'ours, each event cloned, parsed',
  text: 'ours, each event cloned, payload as text',
  list: "the studio's services and port, to the window's list of frames",
  'socket-list': 'the same over a WebSocket',
  'socket-store': '... with what the views make of every frame',
};

/** From the server through the reading process to the window's process. @param {string} url */
export async function forwardTable(url) {
  /** @type {Record<string, { ms: number, readerMs: number, windowMs: number }[]>} */
  const results = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const transport of Object.keys(transports)) {
      (results[transport] ??= []).push(await inChild('../stream/window-child.mjs', [url, transport, events]));
    }
  }
  const of = (/** @type {string} */ transport, /** @type {'ms' | 'readerMs' | 'windowMs'} */ what) =>
    median((results[transport] ?? []).map((each) => each[what]));
  const both = (/** @type {string} */ transport) => of(transport, 'readerMs') + of(transport, 'windowMs');
  return table(
    [
      '100,000 events, 45 MB',
      'median ms',
      'SDK / it',
      'processor ms: reader',
      'of the socket',
      'window',
      'SDK / it, processor',
    ],
    Object.entries(transports).map(([transport, title]) => [
      title,
      of(transport, 'ms').toFixed(0),
      `${(of('sdk', 'ms') / of(transport, 'ms')).toFixed(1)}x`,
      of(transport, 'readerMs').toFixed(0),
      `${(of(transport, 'readerMs') / of('socket', 'readerMs')).toFixed(2)}x`,
      of(transport, 'windowMs').toFixed(0),
      `${(both('sdk') / both(transport)).toFixed(1)}x`,
    ]),
  );
}
