// The record of a thread: reading it beside fetching the same answers and `JSON.parse` of them, its first snapshot, and what the
// events of a run cost that come in live.
import { buildModules, builtModule } from './built.mjs';
import { firstSnapshotTable } from './record/first-snapshot.mjs';
import { liveTable } from './record/live.mjs';
import { readingTable } from './record/reading.mjs';

const parts = {
  client: 'packages/remote-graph/src/client.ts',
  record: 'src/services/threads/record/read-thread-record.ts',
  records: 'src/services/threads/record/thread-records.ts',
  log: 'src/services/runs/log/run-log.ts',
  batches: 'src/testing/frame-batches.ts',
  change: 'src/shared/thread-record/apply-change.ts',
  canvas: 'src/shared/thread-record/node-statuses.ts',
};

export async function run() {
  await buildModules('record', parts, [/^node:/, 'undici', 'zod']);
  /** @type {import('./record/modules.mjs').RecordModules} */
  const modules = Object.assign(
    {},
    ...(await Promise.all(Object.keys(parts).map((name) => import(builtModule('record', name))))),
  );
  // The record's own timers do not keep a process alive.
  const timer = setInterval(() => {}, 1000);
  const tables = [await readingTable(modules), await firstSnapshotTable(modules), await liveTable(modules)];
  clearInterval(timer);
  return tables.join('\n\n');
}
