// The record of a thread beside fetching the same answers and `JSON.parse` of them, in turns; and the memory that it holds.
import { buildModules, builtModule } from './built.mjs';
import { median, table } from './median.mjs';
import { benchThread } from './record/thread.mjs';

const rounds = 3;
const sizes = [
  { checkpoints: 1000, bytes: 50_000 },
  { checkpoints: 10_000, bytes: 5000 },
];
const parts = {
  client: 'src/remote-graph/client.ts',
  record: 'src/services/threads/record/read-thread-record.ts',
};

export async function run() {
  await buildModules('record', parts, [/^node:/, 'undici', 'zod']);
  /** @type {[typeof import('../src/remote-graph/client.ts'), typeof import('../src/services/threads/record/read-thread-record.ts')]} */
  const [{ GraphClient }, { readThreadRecord }] = await Promise.all([
    import(builtModule('record', 'client')),
    import(builtModule('record', 'record')),
  ]);
  const rows = [];
  for (const size of sizes) {
    const thread = benchThread(size);
    const client = new GraphClient({ url: 'http://bench.invalid', apiKey: null, fetch: thread.fetch });
    const { signal } = new AbortController();
    const read = () => readThreadRecord(client, 't', signal);
    const before = heap();
    const record = await read();
    const heldBytes = heap() - before;
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
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, work] of [parse, read].entries()) {
        const started = process.cpuUsage();
        await work();
        const { user, system } = process.cpuUsage(started);
        // The first round warms up.
        if (round > 0) times[index]?.push((user + system) / 1000);
      }
    }
    const [floor = Number.NaN, own = Number.NaN] = times.map(median);
    rows.push([
      `${size.checkpoints} of ${size.bytes / 1000} kB`,
      (bytes / 1e6).toFixed(0),
      floor.toFixed(0),
      own.toFixed(0),
      `${(own / floor).toFixed(2)}x`,
      (heldBytes / 1e6).toFixed(1),
      String(record.executions.length),
    ]);
  }
  return table(
    ['checkpoints', 'answers, MB', 'fetch and parse, ms', 'record, ms', 'ratio', 'record, MB', 'executions'],
    rows,
  );
}

/** Memory in use; without `--expose-gc` it includes what is not collected yet. */
function heap() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
