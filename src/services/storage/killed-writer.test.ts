import { fork } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import * as nodeFiles from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundleProgram } from '../../testing/bundle-program.ts';
import { inFull } from '../../testing/test-scale.ts';
import type { FileSystem } from './atomic-write.ts';
import { createDocumentStore } from './document-store.ts';
import type { DocumentSpec } from './versioned-document.ts';
import { slowness } from '../../testing/slowness.ts';

const Count = z.strictObject({ count: z.int(), padding: z.string() });
const spec: DocumentSpec<z.infer<typeof Count>> = {
  name: 'count',
  version: 1,
  schema: Count,
  initial: { count: 0, padding: '' },
};
/** Large enough that a write takes a while. */
const padding = 'x'.repeat(100_000);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A file system of a process that is killed at its `step`th operation, in the middle of a write. */
function dyingAt(step: number): { readonly fs: FileSystem; readonly acts: () => number } {
  let acts = 0;
  const act = async <T>(real: () => Promise<T>, dying?: () => Promise<unknown>): Promise<T> => {
    acts += 1;
    if (acts === step) await dying?.();
    if (acts >= step) throw new Error('The process is dead.');
    return real();
  };
  const open: FileSystem['open'] = async (...args) => {
    const file = await act(() => nodeFiles.open(...args));
    const writeFile: typeof file.writeFile = (text) =>
      act(
        () => file.writeFile(text),
        () => file.writeFile(String(text).slice(0, 50_000)),
      );
    const sync = (): Promise<void> => act(() => file.sync());
    // A dead process closes its files.
    const close = (): Promise<void> => file.close();
    return { writeFile, sync, close } as typeof file;
  };
  const fs: FileSystem = {
    ...nodeFiles,
    open,
    rename: (from, to) => act(() => nodeFiles.rename(from, to)),
    rm: (path, options) => act(() => nodeFiles.rm(path, options)),
  };
  return { fs, acts: () => acts };
}

describe('a writer that is killed', () => {
  it('leaves the old document or the new one, at whatever step it is killed', async () => {
    const open = (fs?: FileSystem) => createDocumentStore({ folder, ...(fs ? { fs } : {}) }).open(spec);
    await (await open()).update(() => ({ count: 1, padding }));
    const { fs, acts } = dyingAt(Number.POSITIVE_INFINITY);
    await (await open(fs)).update(() => ({ count: 2, padding }));
    const steps = acts();
    expect(steps).toBeGreaterThan(8);
    for (let step = 1; step <= steps; step += 1) {
      const before = (await open()).value().count;
      const document = await open(dyingAt(step).fs);
      await document.update((value) => ({ ...value, count: before + 1 })).catch(() => undefined);
      const after = await open();
      expect(after.notice).toBeNull();
      expect([before, before + 1]).toContain(after.value().count);
      expect((await readdir(folder)).toSorted()).toEqual(['count.json', 'count.json.bak']);
    }
  });

  it(
    'with kill -9 at any moment loses nothing that it reported as written',
    { timeout: 30_000 * slowness() },
    async () => {
      const script = await bundledWriter();
      const kills = inFull ? 15 : 5;
      let reported = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const child = fork(script, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
        const ended = new Promise((resolve) => void child.once('exit', resolve));
        const enough = reported + 2 + (kill % 7);
        child.on('message', (count) => {
          reported = Number(count);
          // At another point of the next write each time.
          if (reported >= enough) setTimeout(() => child.kill('SIGKILL'), kill % 5);
        });
        await ended;
        const document = await createDocumentStore({ folder }).open(spec);
        expect(document.notice).toBeNull();
        expect(document.value().count).toBeGreaterThanOrEqual(reported);
        expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
        reported = document.value().count;
      }
      expect(await readFile(join(folder, 'count.json.bak'), 'utf8')).toContain('"count":');
    },
  );
});

/** A program that counts in a document endlessly, and reports each number once it is written. */
async function bundledWriter(): Promise<string> {
  const store = fileURLToPath(new URL('document-store.ts', import.meta.url));
  const code = `
    import { z } from 'zod';
    import { createDocumentStore } from ${JSON.stringify(store)};
    process.on('disconnect', () => process.exit());
    const schema = z.strictObject({ count: z.int(), padding: z.string() });
    const spec = { name: 'count', version: 1, schema, initial: { count: 0, padding: '' } };
    const document = await createDocumentStore({ folder: process.argv[2] }).open(spec);
    for (;;) {
      const { count } = await document.update((value) => ({ count: value.count + 1, padding: ${JSON.stringify(padding)} }));
      if (process.connected) process.send(count);
    }
  `;
  return bundleProgram(code, join(folder, 'program'));
}
