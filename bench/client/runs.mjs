import { median, table } from '../median.mjs';
import { inChild } from './child.mjs';

const rounds = 5;
const events = 100_000;

/** A run of 100,000 events from a server in another process. @param {string} url */
export async function runTable(url) {
  const names = {
    socket: 'only reading the socket',
    batches: 'ours, in batches',
    unparsed: 'ours, unparsed',
    parsed: 'ours, parsed',
    sdk: 'SDK',
  };
  /** @type {Record<string, { ms: number, cpuMs: number, megabytes: number }[]>} */
  const results = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(names)) {
      (results[name] ??= []).push(await inChild('run-child.mjs', [url, name, events]));
    }
  }
  const of = (/** @type {string} */ name, /** @type {'ms' | 'cpuMs' | 'megabytes'} */ what) =>
    median((results[name] ?? []).map((each) => each[what]));
  return table(
    ['100,000 events, 45 MB', 'median ms', 'ratio to the SDK', 'processor ms', 'most memory, MB'],
    Object.entries(names).map(([name, title]) => [
      title,
      of(name, 'ms').toFixed(0),
      `${(of('sdk', 'ms') / of(name, 'ms')).toFixed(1)}x`,
      of(name, 'cpuMs').toFixed(0),
      of(name, 'megabytes').toFixed(0),
    ]),
  );
}

/** Many requests and many streams at once. @param {string} url */
export async function manyTable(url) {
  const rows = [];
  const burst = await inChild('many-child.mjs', [url, 'burst ours', 'burst sdk', 1, 30, 15]);
  rows.push(['30 requests at once', burst.ours, burst.theirs]);
  for (const at of [1, 10, 100]) {
    const size = 20_000 / at;
    const { ours, theirs } = await inChild('many-child.mjs', [url, 'parsed', 'sdk', at, size, 5]);
    rows.push([`${at} streams at once, ${size} events each`, ours, theirs]);
  }
  return table(
    ['at once', 'ours, ms', 'SDK, ms', 'SDK / ours'],
    rows.map(([name, ours, theirs]) => [
      String(name),
      Number(ours).toFixed(1),
      Number(theirs).toFixed(1),
      `${(Number(theirs) / Number(ours)).toFixed(1)}x`,
    ]),
  );
}
