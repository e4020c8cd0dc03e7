import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleProgram } from '../testing/bundle-program.ts';
import { sharedStudioPackage } from '../testing/shared-server.ts';
import { slowness } from '../testing/slowness.ts';
import { inFull } from '../testing/test-scale.ts';
import { askStudio } from '../web-host/ask-studio.ts';

let folder: string;
let dataFolder: string;
let inputs: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'killed-writes-')));
  dataFolder = join(folder, 'data');
  inputs = join(folder, 'project', 'inputs');
  await mkdir(inputs, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function leftovers(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter(
    (name) =>
      name.endsWith('.tmp') ||
      name.endsWith('.part') ||
      /recordings[/\\]\..*[/\\]|recordings[/\\]\.[0-9a-f-]{36}$|[/\\]runs[/\\]/.test(name),
  );
}

/** A program that writes inputs, experiments, recordings and settings without end, large enough to be caught at it. */
async function bundledWriter(): Promise<string> {
  const at = (path: string): string =>
    JSON.stringify(fileURLToPath(new URL(`../services/${path}`, import.meta.url)));
  const code = `
    import { randomUUID } from 'node:crypto';
    import { writeFile } from 'node:fs/promises';
    import { join } from 'node:path';
    import { createExperimentJournal } from ${at('experiments/experiment-journal.ts')};
    import { createInputFiles } from ${at('inputs/input-files.ts')};
    import { priceDocument } from ${at('create-prices.ts')};
    import { createRecordingDrafts } from ${at('recordings/recording-drafts.ts')};
    import { createDocumentStore } from ${at('storage/document-store.ts')};
    process.on('disconnect', () => process.exit());
    const [dataFolder, inputsFolder] = process.argv.slice(2);
    const text = 'x'.repeat(2_000_000);
    setTimeout(() => process.send('writes'), 50);
    const settings = async () => {
      const document = await createDocumentStore({ folder: dataFolder }).open(priceDocument);
      const price = { model: 'x'.repeat(200), input: '1', cached: null, output: '1' };
      for (;;) await document.update(() => ({ currency: '$', prices: Array(200).fill(price), savedAt: String(Math.random()) }));
    };
    const experiments = async () => {
      const journal = createExperimentJournal(dataFolder, () => undefined);
      for (;;) {
        const head = { experimentId: randomUUID(), name: 'n', createdAt: '2026-01-01', inputsConnectionId: null, atOnce: 1 };
        await journal.create({ head, parts: [], states: new Map() }, [text]);
        await journal.remove(head.experimentId);
      }
    };
    const inputs = async () => {
      const files = createInputFiles(inputsFolder);
      for (;;) {
        const name = randomUUID() + '.json';
        const { revision } = await files.save(name, '{}', null);
        await files.save(name, JSON.stringify(text), revision);
        await files.remove(name);
      }
    };
    const recordings = async () => {
      const drafts = createRecordingDrafts({ dataFolder });
      for (;;) {
        const { draftId, content } = await drafts.create();
        await writeFile(join(content, 'states.ndjson'), text);
        await drafts.discard(draftId);
      }
    };
    await Promise.race([settings(), experiments(), inputs(), recordings(), new Promise((resolve) => setTimeout(resolve, 60_000))]);
  `;
  return bundleProgram(code, join(folder, 'program'));
}

/** Starts the installed web host, lets it list the inputs, and ends it. */
async function startStudio(): Promise<void> {
  const packed = join(await sharedStudioPackage(), 'node_modules/remote-graph-studio/out/cli/index.js');
  const host = spawn(process.execPath, [packed, 'open', '--no-open', '--port', '0'], {
    env: { PATH: process.env['PATH'], REMOTE_GRAPH_STUDIO_DATA: dataFolder },
  });
  const ended = new Promise((resolve) => host.once('exit', resolve));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let text = '';
      host.stdout.on('data', (part: Buffer) => {
        text += part.toString();
        const [openAddress] = /http:\S+#code=\S+/.exec(text) ?? [];
        if (openAddress) resolve(openAddress);
      });
      host.once('exit', () => reject(new Error(`It ended: ${text}`)));
    });
    await askStudio(address, async ({ call }) => {
      await call('inputs.chooseFolder', { connectionId: 'demo', folder: dirname(inputs) });
      await call('inputs.list', { connectionId: 'demo' });
      await expect.poll(leftovers).toEqual([]);
    });
  } finally {
    host.kill('SIGINT');
    await ended;
  }
}

it(
  'nothing half-written is left by the start after a kill -9 amid settings, inputs, experiments and recordings',
  { timeout: 120_000 * slowness() },
  async () => {
    const writer = await bundledWriter();
    for (let kill = 0; kill < (inFull ? 20 : 6); kill += 1) {
      const child = fork(writer, [dataFolder, inputs], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: [],
      });
      const ended = new Promise((resolve) => void child.once('exit', resolve));
      child.once('message', () => setTimeout(() => child.kill('SIGKILL'), 30 + 17 * kill));
      await ended;
    }
    // What the kills may have missed: each kind, from before the next start.
    const digest = 'a'.repeat(40);
    const planted = [
      'data/.connections.json.0123456789ab.tmp',
      `data/kept/.${digest}.json.0123456789ab.tmp`,
      `data/breakpoints/.${digest}.json.0123456789ab.tmp`,
      `data/experiments/.${randomUUID()}.jsonl.0123456789ab.tmp`,
      `data/run-logs/.${digest}.json.0123456789ab.tmp`,
      `data/run-logs/${digest}.part`,
      `data/recordings/.uploads/${randomUUID()}`,
      `data/recordings/.${randomUUID()}/states.ndjson`,
      `data/runs/4711-${randomUUID()}/1.ndjson`,
      'project/inputs/.good.json.0123456789ab.tmp',
      'project/inputs/more/.good.test.ts.0123456789ab.tmp',
    ];
    const keptFiles = ['project/inputs/good.json', 'project/inputs/.someone-else.0123456789ab.tmp.txt'];
    for (const path of [...planted, ...keptFiles]) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, '{}');
      const before = new Date(Date.now() - 1_000);
      for (const old of [file, dirname(file)]) await utimes(old, before, before);
    }
    expect((await leftovers()).length).toBeGreaterThanOrEqual(planted.length);
    await startStudio();
    expect(await leftovers()).toEqual([]);
    expect((await readdir(inputs)).toSorted()).toEqual(
      expect.arrayContaining(['.someone-else.0123456789ab.tmp.txt', 'good.json']),
    );
  },
);
