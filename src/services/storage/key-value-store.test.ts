import * as nodeFiles from 'node:fs/promises';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileSystem } from './atomic-write.ts';
import { createKeyValueStore } from './key-value-store.ts';

let dataFolder: string;
let logged: string[];
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'kept-test-'));
  logged = [];
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

function start(fs?: Partial<FileSystem>) {
  const { calls } = createKeyValueStore({
    platform: { dataFolder, log: (_level, message) => logged.push(message) },
    ...(fs && { fs: { ...nodeFiles, ...fs } }),
  });
  const { signal } = new AbortController();
  return {
    write: (key: string, text: string | null) => calls['storage.write']({ key, text }, signal),
    read: (after: string | null = null) => calls['storage.read']({ after }, signal),
    async all() {
      const texts: Record<string, string> = {};
      for (let after: string | null = null; ;) {
        const page: Awaited<ReturnType<(typeof calls)['storage.read']>> = await calls['storage.read'](
          { after },
          signal,
        );
        for (const one of page.texts) texts[one.key] = one.text;
        after = page.after;
        if (after === null) return texts;
      }
    },
  };
}

const folder = (): string => join(dataFolder, 'kept');

describe('stored texts', () => {
  it('are the same after a restart of the studio', async () => {
    const texts = {
      'draft/a%2Fb': '{"n": 9007199254740993, "x": 1.0}',
      '../etc': 'ä 😀 \ud800',
      __proto__: 'p',
    };
    const first = start();
    for (const [key, text] of Object.entries(texts)) await first.write(key, text);
    expect(await start().all()).toEqual(texts);
  });

  it('are in files that only their owner can read, whatever the key', async () => {
    await start().write('../../escape', 'text');
    const [name = ''] = await readdir(folder());
    expect(name).toMatch(/^[0-9a-f]{40}\.json$/);
    expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600);
  });

  it('can be read as soon as they arrive, also while the disk is slow', async () => {
    const studio = start();
    const written = studio.write('a', 'text');
    expect(await studio.all()).toEqual({ a: 'text' });
    await written;
  });

  it('are removed from disk after the next start if they were deleted', async () => {
    const first = start();
    await first.write('a', 'text');
    await first.write('a', null);
    expect(await first.all()).toEqual({});
    expect(await start().all()).toEqual({});
    expect(await readdir(folder())).toEqual([]);
  });

  it('are read in pages that fit a message', async () => {
    const studio = start();
    for (const key of ['c', 'a', 'b']) await studio.write(key, key.repeat(1_500_000));
    const page = await studio.read();
    expect(page.texts.map(({ key }) => key)).toEqual(['a']);
    expect(page.after).toBe('a');
    expect(Object.keys(await studio.all())).toEqual(['a', 'b', 'c']);
  });

  it('stay in memory if the disk is full, which is reported', async () => {
    const full = async (): Promise<never> => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    const studio = start({ open: full });
    await expect(studio.write('a', 'text')).rejects.toMatchObject({ code: 'storage' });
    expect(await studio.all()).toEqual({ a: 'text' });
  });

  it('are restored from the copy of a damaged file, which is reported', async () => {
    await start().write('a', 'text');
    const [name = ''] = await readdir(folder());
    await writeFile(join(folder(), name), '{"half');
    expect(await start().all()).toEqual({ a: 'text' });
    expect(logged).toEqual([expect.stringContaining('The last good backup was restored.')]);
  });

  it('are read again if their folder was unreadable, which is reported', async () => {
    await start().write('a', 'text');
    let locked = true;
    const studio = start({
      readdir: ((path: string) =>
        locked
          ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
          : nodeFiles.readdir(path)) as FileSystem['readdir'],
    });
    await expect(studio.read()).rejects.toMatchObject({ code: 'storage' });
    locked = false;
    expect(await studio.all()).toEqual({ a: 'text' });
  });
});
