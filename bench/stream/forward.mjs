import { inChild } from '../client/child.mjs';
import { median, table } from '../median.mjs';

const rounds = 5;
const events = 100_000;

const ways = {
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
  const seen = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const way of Object.keys(ways)) {
      (seen[way] ??= []).push(await inChild('../stream/window-child.mjs', [url, way, events]));
    }
  }
  const of = (/** @type {string} */ way, /** @type {'ms' | 'readerMs' | 'windowMs'} */ what) =>
    median((seen[way] ?? []).map((each) => each[what]));
  const both = (/** @type {string} */ way) => of(way, 'readerMs') + of(way, 'windowMs');
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
    Object.entries(ways).map(([way, title]) => [
      title,
      of(way, 'ms').toFixed(0),
      `${(of('sdk', 'ms') / of(way, 'ms')).toFixed(1)}x`,
      of(way, 'readerMs').toFixed(0),
      `${(of(way, 'readerMs') / of('socket', 'readerMs')).toFixed(2)}x`,
      of(way, 'windowMs').toFixed(0),
      `${(both('sdk') / both(way)).toFixed(1)}x`,
    ]),
  );
}
