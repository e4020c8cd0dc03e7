// Opening a recording of 10,000 checkpoints and 100,000 events, up to what its first picture needs, beside unpacking the
// same zip without any check, in turns.
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { buildModules, builtModule } from './built.mjs';
import { median, table } from './median.mjs';

const rounds = 5;
const size = { checkpoints: 10_000, frames: 100_000, bytes: 4000 };
const parts = {
  make: 'src/testing/services/make-recording.ts',
  servers: 'src/services/recordings/server/recorded-servers.ts',
};

/** @param {string} zipPath @param {string} folder */
async function unzip(zipPath, folder) {
  const zip = await openPromise(zipPath, { autoClose: false });
  for await (const entry of zip.eachEntry()) {
    const path = join(folder, entry.fileName);
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
  }
  zip.close();
}

/**
 * What the first picture reads: the graph, the newest state, a page of the history, and the first events.
 * @param {typeof import('../src/services/recordings/server/recorded-servers.ts')} modules
 * @param {string} zipPath @param {string} dataFolder
 */
async function firstPicture({ createRecordedServers }, zipPath, dataFolder) {
  const servers = createRecordedServers({ dataFolder, log: () => undefined });
  const { id, recording } = await servers.open(zipPath);
  const threadId = recording?.threadId ?? '';
  const request = servers.fetch(id) ?? fetch;
  const read = async (/** @type {string} */ path) =>
    (await request(`http://recording.invalid/threads/${threadId}${path}`)).text();
  await read('');
  await read('/state?subgraphs=true');
  await read('/history?limit=20');
  const [first] = /** @type {{ run_id: string }[]} */ (JSON.parse(await read('/runs?limit=1000')));
  const log = await servers.logs.open({ connectionId: id, threadId, runId: first?.run_id ?? '' });
  await log?.read(0);
  await servers.stop();
}

export async function run() {
  await buildModules('recording', parts, [/^node:/, 'yauzl', 'yazl', 'zod']);
  const [{ makeRecording }, servers] = await Promise.all(
    Object.keys(parts).map((name) => import(builtModule('recording', name))),
  );
  const folder = mkdtempSync(join(tmpdir(), 'studio-recording-bench-'));
  const { zip } = await makeRecording(folder, size);
  /** @type {Record<string, number[]>} */
  const times = { unzip: [], 'first picture': [] };
  // The first round only fills the system's file cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of Object.keys(times)) {
      const target = join(folder, `${name}-${round}`);
      const started = performance.now();
      await (name === 'unzip' ? unzip(zip, target) : firstPicture(servers, zip, target));
      if (round > 0) times[name]?.push(performance.now() - started);
      rmSync(target, { recursive: true, force: true });
    }
  }
  rmSync(folder, { recursive: true, force: true });
  const floor = median(times['unzip'] ?? []);
  return table(
    ['recording', 'ms', 'ratio'],
    Object.entries(times).map(([name, all]) => [
      name,
      median(all).toFixed(0),
      `${(median(all) / floor).toFixed(2)}x`,
    ]),
  );
}
