import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInputFiles, type InputFiles } from './input-files.ts';

let above: string;
let folder: string;
let files: InputFiles;
beforeEach(async () => {
  above = await realpath(await mkdtemp(join(tmpdir(), 'inputs-')));
  folder = join(above, 'inputs');
  files = createInputFiles(folder);
});
afterEach(() => rm(above, { recursive: true, force: true }));

const text = '{"version":1,"input":{"id":9007199254740993}}';

describe('the files of an inputs folder', () => {
  it('are made, read, replaced, renamed and deleted', async () => {
    expect(await files.list()).toEqual({ files: [], isCut: false });
    const saved = await files.save('writer/tides.json', text, null);
    expect(await files.read('writer/tides.json')).toEqual(saved);
    const next = await files.save('writer/tides.json', `${text}\n`, saved.revision);
    expect(next.revision).not.toBe(saved.revision);
    expect(await files.rename('writer/tides.json', 'moons.json')).toMatchObject({ path: 'moons.json' });
    expect((await files.list()).files.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['moons.json', text.length + 1],
    ]);
    await files.remove('moons.json');
    expect((await files.list()).files).toEqual([]);
    // No drafts are left.
    expect(await readdir(folder)).toEqual(['writer']);
  });

  it('are never overwritten by a new one, a rename, or an edit of an older text', async () => {
    const saved = await files.save('a.json', text, null);
    await files.save('b.json', '{}', null);
    await expect(files.save('a.json', '{}', null)).rejects.toMatchObject({ code: 'conflict' });
    await expect(files.rename('b.json', 'a.json')).rejects.toMatchObject({ code: 'conflict' });
    await writeFile(join(folder, 'a.json'), '{"edited":"outside"}');
    await expect(files.save('a.json', '{}', saved.revision)).rejects.toMatchObject({
      code: 'conflict',
      message: 'a.json was changed outside the studio.',
    });
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('{"edited":"outside"}');
    await rm(join(folder, 'a.json'));
    await expect(files.save('a.json', '{}', saved.revision)).rejects.toMatchObject({ code: 'not-found' });
    // Of two that save the same revision, one gets a conflict.
    const both = await Promise.allSettled(
      ['1', '2'].map(async (one) => {
        const { revision } = await files.read('b.json');
        return files.save('b.json', one, revision);
      }),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('lead nowhere out of the folder, by name or by link', async () => {
    await mkdir(folder);
    await writeFile(join(above, 'secret.json'), '{"key":"secret"}');
    await mkdir(join(above, 'other'));
    await writeFile(join(above, 'other', 'x.json'), '{}');
    await symlink(join(above, 'secret.json'), join(folder, 'link.json'));
    await symlink(join(above, 'other'), join(folder, 'way'));
    for (const path of [
      '../secret.json',
      'a/../../secret.json',
      'link.json',
      'way/x.json',
      '/etc/passwd',
      '',
      '.',
    ]) {
      await expect(files.read(path)).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(files.remove(path === 'link.json' ? 'way/x.json' : path)).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
    await expect(files.save('way/new.json', text, null)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(files.save('link.json', text, null)).rejects.toMatchObject({ code: 'conflict' });
    await expect(files.save('.hidden.json', text, null)).rejects.toMatchObject({ code: 'invalid-input' });
    expect((await files.list()).files).toEqual([]);
    expect(await readdir(join(above, 'other'))).toEqual(['x.json']);
    // The folder itself may not be a link, either.
    await symlink(join(above, 'other'), join(above, 'linked'));
    await expect(createInputFiles(join(above, 'linked')).read('x.json')).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('are left alone if they are too large, no text, or a folder', async () => {
    await mkdir(join(folder, 'folder.json'), { recursive: true });
    await writeFile(join(folder, 'bytes.json'), Buffer.from([0xff, 0xfe, 0x00]));
    await writeFile(join(folder, 'large.json'), `"${'x'.repeat(5_000_001)}"`);
    await expect(files.read('bytes.json')).rejects.toMatchObject({
      message: expect.stringContaining('not UTF-8') as string,
    });
    await expect(files.read('large.json')).rejects.toMatchObject({
      message: expect.stringContaining('too large') as string,
    });
    await expect(files.read('folder.json')).rejects.toMatchObject({ code: 'invalid-input' });
    expect((await stat(join(folder, 'large.json'))).size).toBe(5_000_003);
  });

  it('have regression tests beside them, which are replaced only if asked', async () => {
    await files.saveTest('writer/tides.test.ts', 'one', false);
    await expect(files.saveTest('writer/tides.test.ts', 'two', false)).rejects.toMatchObject({
      code: 'conflict',
    });
    await files.saveTest('writer/tides.test.ts', 'two', true);
    expect(await readFile(join(folder, 'writer', 'tides.test.ts'), 'utf8')).toBe('two');
    for (const path of ['../a.test.ts', 'a.json', 'a.sh', '.py', 'a/../../b.py']) {
      await expect(files.saveTest(path, '', true)).rejects.toMatchObject({ code: 'invalid-input' });
    }
    expect((await files.list()).files).toEqual([]);
  });

  it('keep their permissions, and say when they can not be written', async () => {
    const saved = await files.save('a.json', text, null);
    await chmod(join(folder, 'a.json'), 0o640);
    await files.save('a.json', '{}', saved.revision);
    expect((await stat(join(folder, 'a.json'))).mode & 0o777).toBe(0o640);
    await writeFile(join(above, 'blocked'), '');
    await expect(createInputFiles(join(above, 'blocked')).save('a.json', text, null)).rejects.toMatchObject({
      code: 'storage',
    });
  });

  it('are listed up to a bound', async () => {
    await mkdir(folder);
    for (const at of [10, 9, 2, 1]) await writeFile(join(folder, `${at}.json`), '');
    const { files: listed, isCut } = await createInputFiles(folder, 3).list();
    expect([listed.length, isCut]).toEqual([3, true]);
    expect((await files.list()).files.map(({ path }) => path)).toEqual([
      '1.json',
      '2.json',
      '9.json',
      '10.json',
    ]);
  });
});
