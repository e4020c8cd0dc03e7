// The record of a thread beside fetching the same answers and `JSON.parse` of them, in turns; and the memory that it holds.
import { setTimeout as wait } from 'node:timers/promises';
import { median, table } from '../median.mjs';
import { heapBytes, processorMs } from './modules.mjs';
import { benchThread } from './thread.mjs';

const rounds = 5;
const sizes = /** @type {const} */ ([
  { checkpoints: 1000, bytes: 50_000, values: 'text' },
  { checkpoints: 1000, bytes: 50_000, values: 'messages' },
  { checkpoints: 10_000, bytes: 5000, values: 'text' },
  { checkpoints: 10_000, bytes: 5000, values: 'messages' },
]);

/** @param {import('./modules.mjs').RecordModules} modules */
export async function readingTable({ GraphClient, readThreadRecord }) {
  const rows = [];
  for (const size of sizes) {
    const thread = benchThread(size);
    const client = new GraphClient({ url: 'http://bench.invalid', apiKey: null, fetch: thread.fetch });
    const { signal } = new AbortController();
    const read = () => readThreadRecord(client, 't', signal);
    const { executions, heldBytes } = await measureRecord(read);
    const requests = [...thread.requests];
    let bytes = 0;
    const parse = async () => {
      bytes = 0;
      for (const [url, init] of requests) {
        const text = await (await thread.fetch(url, init)).text();
        bytes += text.length;
        JSON.parse(text);
      }
    };
    /** @type {number[][]} */
    const times = [[], []];
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, work] of [parse, read].entries()) {
        const startedMs = processorMs();
        await work();
        if (round > 0) times[index]?.push(processorMs() - startedMs);
      }
    }
    const [limit = Number.NaN, studioMs = Number.NaN] = times.map(median);
    rows.push([
      `${size.checkpoints} of ${size.bytes / 1000} kB, ${size.values}`,
      (bytes / 1e6).toFixed(0),
      limit.toFixed(0),
      studioMs.toFixed(0),
      `${(studioMs / limit).toFixed(2)}x`,
      (heldBytes / 1e6).toFixed(1),
      String(executions),
    ]);
  }
  return table(
    ['checkpoints', 'answers, MB', 'fetch and parse, ms', 'record, ms', 'ratio', 'record, MB', 'executions'],
    rows,
  );
}

/**
 * What a record takes, by what is free without it: before it was read, other things may have been in use.
 * @param {() => Promise<import('../../src/shared/model/thread-record.ts').ThreadRecord>} read
 */
async function measureRecord(read) {
  /** @type {import('../../src/shared/model/thread-record.ts').ThreadRecord | null} */
  let record = await read();
  const executions = record.executions.length;
  const withRecord = heapBytes();
  record = null;
  // The promise of the reading has it until then.
  await wait(50);
  return { executions, heldBytes: withRecord - heapBytes() };
}
