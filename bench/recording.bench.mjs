// A recording of 10,000 checkpoints and 100,000 events: opening it in the services and in a window, beside unpacking the
// same zip without any check, in turns; then scrolling and playing it in the window.
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { buildModules, builtModule } from './built.mjs';
import { median, table } from './median.mjs';
import { frameHead } from './recording/frames.mjs';
import { measureScrolling } from './recording/scrolling.mjs';
import { closeRecording, heapOf, inStudio, openUntilDrawn } from './recording/studio-window.mjs';

const rounds = 5;
const size = { checkpoints: 10_000, frames: 100_000, bytes: 4000, withTasks: true, earlierRuns: 500 };
const parts = {
  make: 'src/testing/services/make-recording.ts',
  servers: 'src/services/recordings/recorded-servers.ts',
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
 * @param {typeof import('../src/services/recordings/recorded-servers.ts')} modules
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
  try {
    return await inStudio(async (page) => {
      const emptyHeap = await heapOf(page);
      /** @type {Record<string, (target: string) => Promise<number>>} */
      const ways = {
        unzip: (target) => timed(() => unzip(zip, target)),
        'first picture, in the services': (target) => timed(() => firstPicture(servers, zip, target)),
        'first picture, in the window': () => openUntilDrawn(page, zip),
      };
      const opening = await inTurns(ways, folder, () => closeRecording(page));
      await openUntilDrawn(page, zip);
      // All of its run has come.
      await page.getByRole('tab', { name: `Events ${size.frames}` }).waitFor();
      const { rows, heaps, seekMs } = await measureScrolling(page, size);
      await closeRecording(page);
      heaps.push({ what: 'it is closed', bytes: await heapOf(page) });
      const mb = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(0);
      return [
        opening,
        table(['a recording in the window', ...frameHead], rows),
        table(
          ["heap of the window's page, MB", ''],
          [['before', mb(emptyHeap)], ...heaps.map(({ what, bytes }) => [what, mb(bytes)])],
        ),
        `A position near the end of the run is shown after ${(seekMs / 1000).toFixed(1)} s.`,
      ].join('\n\n');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Table of the ways of opening, as ratios to the first one.
 * @param {Record<string, (target: string) => Promise<number>>} ways @param {string} folder
 * @param {() => Promise<void>} afterRound
 */
async function inTurns(ways, folder, afterRound) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  // The first round only fills the system's file cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, [name, open]] of Object.entries(ways).entries()) {
      const target = join(folder, `${index}-${round}`);
      const ms = await open(target);
      if (round > 0) times[name]?.push(ms);
      rmSync(target, { recursive: true, force: true });
    }
    await afterRound();
  }
  const floor = median(Object.values(times)[0] ?? []);
  return table(
    ['recording', 'ms', 'ratio'],
    Object.entries(times).map(([name, all]) => [
      name,
      median(all).toFixed(0),
      `${(median(all) / floor).toFixed(2)}x`,
    ]),
  );
}
