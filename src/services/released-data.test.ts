import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemoryPlatform, type MemoryPlatform } from '../testing/services/memory-platform.ts';
import { storedDocuments, type AnyDocumentSpec } from '../testing/services/stored-documents.ts';
import { createServices, type StudioServices } from './create-services.ts';
import { createLogArchive } from './runs/log/log-archive.ts';
import { createDocumentStore } from './storage/document-store.ts';
import { parseDocument, serializeDocument } from './storage/versioned-document.ts';

const dataFolders = join(import.meta.dirname, '../testing/data-folders');
const versions = await readdir(dataFolders);
const server = '80a680ae-ca5c-4368-9c94-193d1abedbcc';
const thread = '7b0ab63f-2a1c-4e0f-8a86-0a4d7c7e4d11';
const run = '2e0f6a0e-6c1f-4b3c-9f52-6f0a1f1f7a10';

/** Paths of a folder's documents, relative to it. */
async function documentsIn(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) => specOf(path) !== undefined).toSorted();
}

/** `kept/331ab….json`: the spec of `kept/*.json`. */
function specOf(path: string): AnyDocumentSpec | undefined {
  const pattern = path.replaceAll('\\', '/').replace(/[0-9a-f]{40}/, '*');
  return storedDocuments[pattern]?.(basename(path, '.json'));
}

function requireSpec(path: string): AnyDocumentSpec {
  const spec = specOf(path);
  if (!spec) throw new Error(`${path} is no document.`);
  return spec;
}

async function withFolder<T>(version: string, work: (platform: MemoryPlatform) => Promise<T>): Promise<T> {
  const platform = await createMemoryPlatform();
  try {
    await cp(join(dataFolders, version), platform.dataFolder, { recursive: true });
    return await work(platform);
  } finally {
    await platform.dispose();
  }
}

async function first<T>(items: AsyncIterable<T>): Promise<T> {
  for await (const item of items) return item;
  throw new Error('There is no item.');
}

/** What the window sees of a data folder, by where it sees it. */
async function readAll({ handlers }: StudioServices) {
  const { calls, streams } = handlers;
  const { signal } = new AbortController();
  const { texts } = await calls['storage.read']({ after: null }, signal);
  const { connections, notice } = await first(streams['connections.watch']({}, signal));
  const { projects } = await first(streams['projects.watch']({}, signal));
  const { prices } = await calls['prices.read']({}, signal);
  const { lines } = await calls['runs.logpoints'](
    { connectionId: server, threadId: thread, clear: false },
    signal,
  );
  const { experiments } = await calls['experiments.list']({}, signal);
  return {
    texts: texts.map(({ text }) => text),
    servers: connections.map(({ name }) => name),
    notice,
    projects: projects.map(({ folder }) => folder),
    prices: prices.map(({ model }) => model),
    logpoints: lines.map(({ text }) => text),
    experiments: experiments.map(({ name }) => name).toSorted(),
  };
}

const everything = {
  texts: ['{"id":9223372036854775807,"rate":1.0}'],
  servers: expect.arrayContaining(['Production']),
  notice: undefined,
  projects: ['/home/ada/writer'],
  prices: ['writer-*'],
  logpoints: ['topic = "tides"'],
  // The first was a batch, which an older version stored.
  experiments: ['Tides', 'Topics'],
};

describe.each(versions)('the data folder of version %s', (version) => {
  it('opens with all its data, and what is only read stays as it was', () =>
    withFolder(version, async (platform) => {
      const services = createServices(platform);
      try {
        expect(await readAll(services)).toEqual(everything);
        expect(platform.logged.filter((line) => line.startsWith('warn'))).toEqual([]);
        for (const path of ['connections.json', 'prices.json', 'projects.json', 'input-folders.json']) {
          const before = await readFile(join(dataFolders, version, path), 'utf8');
          expect(await readFile(join(platform.dataFolder, path), 'utf8')).toBe(before);
        }
      } finally {
        await services.stop();
      }
    }));

  it('has the events of its runs', () =>
    withFolder(version, async (platform) => {
      const archive = createLogArchive(platform);
      const log = await archive.open({ connectionId: server, threadId: thread, runId: run });
      expect(log?.length).toBe(3);
      await log?.remove();
    }));

  it('has a document of each kind, which opens as it is or converted', async () => {
    const paths = await documentsIn(join(dataFolders, version));
    expect(paths.map((path) => path.replace(/[0-9a-f]{40}/, '*'))).toEqual(
      Object.keys(storedDocuments).toSorted(),
    );
    const kinds = await Promise.all(
      paths.map(async (path) => {
        const text = await readFile(join(dataFolders, version, path), 'utf8');
        return [path, parseDocument(requireSpec(path), text).kind];
      }),
    );
    expect(kinds.filter(([, kind]) => kind !== 'good' && kind !== 'older')).toEqual([]);
  });

  it('opens with all the rest when any one document is cut off or damaged, and says which one', async () => {
    const paths = await documentsIn(join(dataFolders, version));
    for (const [index, path] of paths.entries()) {
      await withFolder(version, async (platform) => {
        const whole = await readFile(join(platform.dataFolder, path));
        const damaged = index % 2 === 0 ? whole.subarray(0, whole.length / 2) : Buffer.from(whole);
        if (index % 2 === 1) damaged[whole.length - 20] = 0;
        await writeFile(join(platform.dataFolder, path), damaged);
        const store = createDocumentStore({
          folder: join(platform.dataFolder, dirname(path)),
          log: platform.log,
        });
        await store.open(requireSpec(path));
        expect(platform.logged).toEqual([expect.stringContaining(basename(path))]);
        const aside = (await readdir(join(platform.dataFolder, dirname(path)))).find((name) =>
          name.startsWith(`${basename(path)}.corrupt-`),
        );
        expect(await readFile(join(platform.dataFolder, dirname(path), aside ?? ''))).toEqual(damaged);
        const services = createServices(platform);
        try {
          const data = await readAll(services);
          const lost = Object.keys(everything).filter((name) => {
            const value: unknown = Reflect.get(data, name);
            return Array.isArray(value) && value.length < (name === 'experiments' ? 2 : 1);
          });
          expect({ path, lost: lost.slice(1) }).toEqual({ path, lost: [] });
        } finally {
          await services.stop();
        }
      });
    }
  });

  it('of which a newer studio has written every document is read-only, and says so', () =>
    withFolder(version, async (platform) => {
      const paths = await documentsIn(platform.dataFolder);
      for (const path of paths) {
        const spec = requireSpec(path);
        const newer = { ...spec, version: spec.version + 1 };
        await writeFile(join(platform.dataFolder, path), serializeDocument(newer, { notKnown: true }));
      }
      const before = await Promise.all(
        paths.map((path) => readFile(join(platform.dataFolder, path), 'utf8')),
      );
      const services = createServices(platform);
      try {
        const { notice } = await readAll(services);
        expect(notice).toMatch(/connections\.json was written by a newer studio \(version 2;/);
        await expect(
          services.handlers.calls['prices.save'](
            { currency: '$', prices: [], expectedSavedAt: null },
            new AbortController().signal,
          ),
        ).rejects.toMatchObject({ code: 'storage', message: expect.stringContaining('newer studio') });
      } finally {
        await services.stop();
      }
      expect(
        await Promise.all(paths.map((path) => readFile(join(platform.dataFolder, path), 'utf8'))),
      ).toEqual(before);
    }));
});
