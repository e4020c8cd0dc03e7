// When the window can show a long thread: the first snapshot of its record beside fetching and parsing the newest page alone.
import { median, table } from '../median.mjs';
import { processorMs } from './modules.mjs';
import { benchThread } from './thread.mjs';

const rounds = 5;

/** @param {import('./modules.mjs').RecordModules} modules */
export async function firstSnapshotTable(modules) {
  const thread = benchThread({ checkpoints: 1000, bytes: 50_000, values: 'messages' });
  /** @type {Awaited<ReturnType<typeof openOnce>>[]} */
  const measured = [];
  for (let round = 0; round <= rounds; round += 1) {
    const one = await openOnce(modules, thread);
    if (round > 0) measured.push(one);
  }
  const of = (/** @type {(one: (typeof measured)[number]) => number} */ choose) =>
    median(measured.map(choose));
  const page = of(({ pageMs }) => pageMs);
  const first = of(({ firstMs }) => firstMs);
  const whole = of(({ wholeMs }) => wholeMs);
  return table(
    ['1000 of 50 kB, messages', 'pages of history', 'checkpoints', 'processor ms', 'ratio'],
    [
      ['fetch and parse the newest page', '1', '100', page.toFixed(1), '1.00x'],
      [
        'the first snapshot',
        String(of(({ firstPages }) => firstPages)),
        String(of(({ firstCheckpoints }) => firstCheckpoints)),
        first.toFixed(1),
        `${(first / page).toFixed(2)}x`,
      ],
      [
        'the whole record',
        String(of(({ wholePages }) => wholePages)),
        String(of(({ wholeCheckpoints }) => wholeCheckpoints)),
        whole.toFixed(1),
        `${(whole / page).toFixed(2)}x`,
      ],
    ],
  );
}

/**
 * @param {import('./modules.mjs').RecordModules} modules
 * @param {ReturnType<typeof benchThread>} thread
 */
async function openOnce({ GraphClient, createThreadRecords, applyChange, nodeStatuses }, thread) {
  const pages = () => thread.requests.filter(([url]) => url.endsWith('/history')).length;
  const pageStartedMs = processorMs();
  const body = JSON.stringify({ limit: 100 });
  JSON.parse(await (await thread.fetch('http://bench.invalid/threads/t/history', { body })).text());
  const pageMs = processorMs() - pageStartedMs;
  const client = new GraphClient({ url: 'http://bench.invalid', apiKey: null, fetch: thread.fetch });
  // Asked once for each server, and long before.
  await client.isOfficial({});
  const stopper = new AbortController();
  const before = pages();
  const startedMs = processorMs();
  let first = null;
  /** @type {import('../../src/shared/model/thread-record.ts').ThreadRecord | null} */
  let record = null;
  const records = createThreadRecords({ clients: { get: async () => client } });
  for await (const change of records.watch({ connectionId: 'c', threadId: 't' }, stopper.signal)) {
    // What was read when the snapshot came.
    const readPages = pages() - before;
    record = applyChange(record, change);
    if (record === null) continue;
    nodeStatuses(record, { kind: 'head' });
    const { length } = record.checkpoints;
    first ??= {
      firstMs: processorMs() - startedMs,
      firstPages: readPages,
      firstCheckpoints: length,
    };
    if (length < 1000) continue;
    const whole = { wholeMs: processorMs() - startedMs, wholePages: readPages, wholeCheckpoints: length };
    stopper.abort();
    return { pageMs, ...first, ...whole };
  }
  throw new Error('The record ended before it was whole.');
}
