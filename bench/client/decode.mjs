import { table } from '../median.mjs';
import { inChild } from './child.mjs';

const rounds = 5;

/** Inputs, and the sizes of their chunks. */
const rowsToRead = /** @type {const} */ ([
  ['tokens', 65_536],
  ['values', 65_536],
  ['debug', 65_536],
  ['mix', 65_536],
  ['tokens', 1024],
  ['values', 1024],
  ['mix', 1024],
]);

/** Shares of the limit: 1 is as fast as only decoding and parsing the payloads. */
export async function decodeTable() {
  const rows = [];
  for (const [name, size] of rowsToRead) {
    // Cut at random distances, from half the size to one and a half.
    const at = await inChild('decode-child.mjs', [name, size, rounds]);
    const share = (/** @type {string} */ decoder) => (at.limit / at[decoder]).toFixed(2);
    rows.push([
      `${name}, ${size / 1024} KB chunks`,
      `${at.megabytes.toFixed(0)} MB in ${at.limit.toFixed(0)} ms`,
      share('eager'),
      share('framing'),
      share('esp eager'),
      share('esp framing'),
      (at.limit / at.sdk).toFixed(3),
      `${(at.sdk / at.eager).toFixed(0)}x`,
      `${(at.sdk / at.framing).toFixed(0)}x`,
    ]);
  }
  const head = ['input', 'limit', 'ours', 'ours, framing', 'eventsource-parser', 'its framing', 'SDK'];
  return table([...head, 'ours / SDK', 'framing / SDK'], rows);
}

/** Nanoseconds per byte, as the stream or frame grows: linear if a row stays constant. */
export async function linearTable() {
  const { singles, large } = await inChild('linear-child.mjs');
  const row = (/** @type {string} */ name, /** @type {readonly number[]} */ each) => [
    name,
    ...each.map((one) => one.toFixed(2)),
    `${((each.at(-1) ?? 0) / (each[0] ?? 1)).toFixed(2)}x`,
  ];
  return table(
    ['nanoseconds for each byte', 'small', 'middle', 'large', 'large / small'],
    [
      row('single bytes, streams of 0.5, 1 and 2 MB', singles),
      row('one frame of 4, 16 and 64 MB, 64 KB chunks', large),
    ],
  );
}
