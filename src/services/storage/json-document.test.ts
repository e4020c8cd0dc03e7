import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import * as nodeFiles from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FileSystem } from './atomic-write.ts';
import { createDocumentStore } from './document-store.ts';
import { createSessionDocuments } from './session-documents.ts';
import { parseDocument, serializeDocument, type DocumentSpec } from './versioned-document.ts';

const Notes = z.strictObject({ notes: z.array(z.string()), count: z.int() });
type Notes = z.infer<typeof Notes>;
const spec: DocumentSpec<Notes> = {
  name: 'notes',
  version: 2,
  schema: Notes,
  initial: { notes: [], count: 0 },
  migrations: [
    // Version 1 was a list of texts.
    (data) => {
      const notes = z.array(z.string()).parse(data);
      return { notes, count: notes.length };
    },
  ],
};
const first: DocumentSpec<string[]> = { name: 'notes', version: 1, schema: z.array(z.string()), initial: [] };
const good: Notes = { notes: ['ä 😀 "quoted"', '\u0000'], count: 7 };

let folder: string;
let path: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'files-test-')), 'data');
  path = join(folder, 'notes.json');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const open = (fs?: FileSystem) => createDocumentStore({ folder, ...(fs ? { fs } : {}) }).open(spec);
const names = async (): Promise<string[]> => (await readdir(folder)).toSorted();

/** Writes a valid document, then replaces it with `text` (and its copy, if given). */
async function damage(text: string | Buffer, copy?: string | Buffer): Promise<void> {
  await (await open()).update(() => good);
  await writeFile(path, text);
  if (copy !== undefined) await writeFile(`${path}.bak`, copy);
}

describe('a document', () => {
  it('starts with its initial value, writes nothing until it changes, and returns what was stored', async () => {
    const document = await open();
    expect(document.value()).toEqual(spec.initial);
    expect(document.notice).toBeNull();
    expect(await names()).toEqual([]);
    await document.update(() => good);
    expect(await names()).toEqual(['notes.json', 'notes.json.bak']);
    expect((await open()).value()).toEqual(good);
  });

  it('writes files with mode 0600, whatever they had, and creates folders with 0700', async () => {
    const document = await open();
    await document.update(() => good);
    await chmod(path, 0o644);
    await (await open()).update((value) => ({ ...value, count: 8 }));
    const modes = await Promise.all(
      [folder, path, `${path}.bak`].map(async (one) => (await stat(one)).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  it('leaves the mode of an existing folder unchanged', async () => {
    await mkdir(folder);
    await chmod(folder, 0o755);
    await (await open()).update(() => good);
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('makes concurrent changes one after the other, and loses none', async () => {
    const document = await open();
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        document.update(({ notes, count }) => ({ notes: [...notes, String(n)], count: count + 1 })),
      ),
    );
    expect(document.value().count).toBe(200);
    expect(new Set((await open()).value().notes).size).toBe(200);
    expect(await names()).toEqual(['notes.json', 'notes.json.bak']);
  });

  it('ignores a change that throws or returns an invalid value, and makes the next one', async () => {
    const document = await open();
    await document.update(() => good);
    const refuse = (): never => {
      throw new Error('no');
    };
    await expect(document.update(refuse)).rejects.toThrow('no');
    await expect(document.update(() => ({ notes: [], count: 1.5 }))).rejects.toThrow(/count/);
    expect(await document.update((value) => ({ ...value, count: 9 }))).toEqual({ ...good, count: 9 });
  });

  it('removes the files that a killed writer left, and nothing else', async () => {
    await (await open()).update(() => good);
    await writeFile(join(folder, '.notes.json.0123456789ab.tmp'), 'half');
    await writeFile(join(folder, 'notes.json.corrupt-2026'), 'kept');
    await writeFile(join(folder, '.hidden.tmp'), 'kept');
    expect((await open()).value()).toEqual(good);
    expect(await names()).toEqual(['.hidden.tmp', 'notes.json', 'notes.json.bak', 'notes.json.corrupt-2026']);
  });
});

describe('a damaged file', () => {
  it('is moved aside unchanged, and replaced by its copy with a message', async () => {
    await damage('{"half":');
    const document = await open();
    expect(document.value()).toEqual(good);
    expect(document.notice).toMatch(
      /could not be used.*moved to .*\.corrupt-.*last good backup was restored/s,
    );
    const aside = (await names()).find((name) => name.includes('.corrupt-')) ?? '';
    expect(await readFile(join(folder, aside), 'utf8')).toBe('{"half":');
    expect((await open()).notice).toBeNull();
  });

  it('is restored from its copy if it is missing', async () => {
    await (await open()).update(() => good);
    await rm(path);
    const document = await open();
    expect(document.value()).toEqual(good);
    expect(document.notice).toContain('it is missing');
  });

  it('with a damaged copy moves both aside, starts empty, and says so', async () => {
    await damage('', 'no');
    const document = await open();
    expect(document.value()).toEqual(spec.initial);
    expect(document.notice).toContain('There was no good backup');
    expect((await names()).filter((name) => name.includes('.corrupt-'))).toHaveLength(2);
  });

  it('of another document is rejected, and of another format not believed', async () => {
    const other = { ...spec, name: 'other' };
    const wrongForm = { ...spec, schema: z.unknown() as unknown as z.ZodType<Notes> };
    expect(parseDocument(spec, serializeDocument(other, good)).kind).toBe('bad');
    expect(
      parseDocument(spec, serializeDocument(wrongForm, { notes: 'text' } as unknown as Notes)).kind,
    ).toBe('unsupported');
    expect(parseDocument(spec, JSON.stringify(good)).kind).toBe('bad');
    // Its migration can't read that.
    expect(parseDocument(spec, serializeDocument({ ...spec, version: 1 }, good)).kind).toBe('unsupported');
  });

  it('truncated after any byte is never accepted', () => {
    const bytes = Buffer.from(serializeDocument(spec, good));
    // The last byte is the line end, without which the document is whole.
    for (let length = 0; length < bytes.length - 1; length += 1) {
      expect(parseDocument(spec, bytes.subarray(0, length).toString('utf8')).kind).toBe('bad');
    }
  });

  it('with any one bit flipped is either the same document or rejected', () => {
    const whole = Buffer.from(serializeDocument(spec, good));
    let refused = 0;
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const bytes = Buffer.from(whole);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const opened = parseDocument(spec, bytes.toString('utf8'));
      const value = opened.kind === 'good' ? opened.value : good;
      expect({ kind: opened.kind, value }).toEqual({
        kind: expect.stringMatching(/^(good|bad)$/),
        value: good,
      });
      refused += opened.kind === 'bad' ? 1 : 0;
    }
    expect(refused).toBeGreaterThan(whole.length * 4);
  });

  it('truncated or flipped on disk is restored each time, at 40 positions', async () => {
    await (await open()).update(() => good);
    const whole = await readFile(path);
    for (let n = 0; n < 40; n += 1) {
      const position = Math.floor(((whole.length - 1) * n) / 40);
      const flipped = Buffer.from(whole);
      flipped[position] = (flipped[position] ?? 0) ^ 0x80;
      await writeFile(path, n % 2 === 0 ? whole.subarray(0, position) : flipped);
      const document = await open();
      expect(document.value()).toEqual(good);
      expect(document.notice).not.toBeNull();
    }
    expect((await names()).filter((name) => name.includes('.corrupt-'))).toHaveLength(40);
  });
});

describe('a file of an older studio', () => {
  const older = serializeDocument(first, ['a', 'b']);
  const converted: Notes = { notes: ['a', 'b'], count: 2 };

  it('is converted step by step, after a copy of it was kept', async () => {
    await damage(older);
    const third: DocumentSpec<{ readonly notes: readonly string[] }> = {
      name: 'notes',
      version: 3,
      schema: z.strictObject({ notes: z.array(z.string()) }),
      initial: { notes: [] },
      migrations: [...(spec.migrations ?? []), (data) => ({ notes: Notes.parse(data).notes })],
    };
    const logged: string[] = [];
    const store = createDocumentStore({
      folder,
      log: (level, message) => logged.push(`${level} ${message}`),
    });
    const document = await store.open(third);
    expect(document.value()).toEqual({ notes: ['a', 'b'] });
    expect([document.notice, document.readOnly]).toEqual([null, false]);
    expect(logged).toEqual([
      `info ${path} was converted from version 1 to 3. A copy of the old file is ${path}.v1.`,
    ]);
    expect(await names()).toEqual(['notes.json', 'notes.json.bak', 'notes.json.v1']);
    expect(await readFile(`${path}.v1`, 'utf8')).toBe(older);
    expect((await stat(`${path}.v1`)).mode & 0o777).toBe(0o600);
    for (const file of [path, `${path}.bak`])
      expect(parseDocument(third, await readFile(file, 'utf8'))).toMatchObject({ kind: 'good' });
    await document.update(() => ({ notes: ['c'] }));
    expect((await createDocumentStore({ folder }).open(third)).value()).toEqual({ notes: ['c'] });
  });

  it('is restored from its copy of the older version when it is damaged', async () => {
    await damage('', older);
    const document = await open();
    expect(document.value()).toEqual(converted);
    expect(document.notice).toContain('last good backup was restored');
    expect(await readFile(`${path}.v1`, 'utf8')).toBe(older);
  });

  it('that is put back by hand is converted again, and every copy stays', async () => {
    for (const text of ['first', 'second']) {
      await damage(serializeDocument(first, [text]));
      expect((await open()).value()).toEqual({ notes: [text], count: 1 });
    }
    expect(await names()).toEqual(['notes.json', 'notes.json.bak', 'notes.json.v1', 'notes.json.v1-2']);
    expect(await readFile(`${path}.v1`, 'utf8')).toContain('first');
  });

  it('is shown and left alone when its copy can’t be written', async () => {
    await damage(older);
    const full: FileSystem = {
      ...nodeFiles,
      open: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    const document = await open(full);
    expect(document.value()).toEqual(converted);
    expect(document.notice).toContain('could not be converted: the disk is full');
    await expect(document.update(() => good)).rejects.toMatchObject({ code: 'storage' });
    expect(await readFile(path, 'utf8')).toBe(older);
    // The next start has room.
    expect((await open()).readOnly).toBe(false);
  });

  it('killed at any step of the conversion opens whole at the next start', async () => {
    for (let step = 1; step < 30; step += 1) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await writeFile(path, older);
      let acts = 0;
      const dying =
        <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          acts += 1;
          if (acts >= step) throw Object.assign(new Error('dead'), { code: 'EIO' });
          return act(...args);
        };
      await open({
        ...nodeFiles,
        open: dying(nodeFiles.open) as FileSystem['open'],
        rename: dying(nodeFiles.rename),
        rm: dying(nodeFiles.rm),
      });
      const document = await open();
      expect(document.value()).toEqual(converted);
      expect([document.notice, document.readOnly]).toEqual([null, false]);
      // Without a copy of the new version, if it was killed before that.
      expect((await names()).filter((name) => !name.endsWith('.bak'))).toEqual([
        'notes.json',
        'notes.json.v1',
      ]);
      expect(await readFile(`${path}.v1`, 'utf8')).toBe(older);
    }
  });

  it('is converted in memory only for a program beside the studio', async () => {
    await damage(older, older);
    const notices: string[] = [];
    const document = await createSessionDocuments(folder, (notice) => notices.push(notice)).open(spec);
    expect(document.value()).toEqual(converted);
    expect(notices).toEqual([]);
    expect(await names()).toEqual(['notes.json', 'notes.json.bak']);
    expect(await readFile(path, 'utf8')).toBe(older);
  });

  it('has its copy removed with it, and after 30 days', async () => {
    await damage(older);
    const store = createDocumentStore({ folder });
    await store.open(spec);
    await store.remove('notes');
    expect(await names()).toEqual([]);
    await damage(older);
    await open();
    const [recent, old] = [29, 31].map((days) => new Date(Date.now() - days * 24 * 3600 * 1000));
    await utimes(`${path}.v1`, recent ?? 0, recent ?? 0);
    await open();
    expect(await names()).toContain('notes.json.v1');
    await utimes(`${path}.v1`, old ?? 0, old ?? 0);
    await open();
    expect(await names()).not.toContain('notes.json.v1');
  });

  it('of a version that has no migration is a mistake of ours that no start overlooks', async () => {
    await expect(createDocumentStore({ folder }).open({ ...spec, migrations: [] })).rejects.toThrow(
      'needs 1 migrations',
    );
  });

  it('whose content no version wrote is left alone, and the studio says so', async () => {
    const strange = serializeDocument({ ...spec, schema: z.unknown() as unknown as z.ZodType<Notes> }, {
      notes: 'text',
    } as unknown as Notes);
    await damage(strange);
    const document = await open();
    expect(document.value()).toEqual(spec.initial);
    expect(document.notice).toMatch(/is undamaged, but was written by a studio whose version 2/);
    await expect(document.update(() => good)).rejects.toMatchObject({ code: 'storage' });
    expect(await readFile(path, 'utf8')).toBe(strange);
  });
});

describe('a file of a newer studio', () => {
  it('is read if possible, and never written', async () => {
    const newer = serializeDocument({ ...spec, version: 3 }, good);
    await damage(newer);
    const document = await open();
    expect(document.value()).toEqual(good);
    expect(document.readOnly).toBe(true);
    expect(document.notice).toContain('newer studio');
    await expect(document.update((value) => ({ ...value, count: 8 }))).rejects.toMatchObject({
      code: 'storage',
    });
    expect(await readFile(path, 'utf8')).toBe(newer);
    expect((await names()).filter((name) => name.includes('.corrupt-'))).toEqual([]);
  });

  it('in an unknown format opens empty, and is never written', async () => {
    const unknown = { ...spec, version: 3, schema: z.unknown() as unknown as z.ZodType<Notes> };
    const newer = serializeDocument(unknown, { somethingElse: 1 } as unknown as Notes);
    await damage(newer);
    const document = await open();
    expect(document.value()).toEqual(spec.initial);
    await expect(document.update(() => good)).rejects.toMatchObject({ code: 'storage' });
    expect(await readFile(path, 'utf8')).toBe(newer);
  });
});

describe('a disk that fails', () => {
  const failing = (
    method: 'open' | 'rename' | 'readFile',
    code: string,
    when: () => boolean,
  ): FileSystem => ({
    ...nodeFiles,
    [method]: async (...args: unknown[]) => {
      const real = nodeFiles[method] as (...all: unknown[]) => Promise<unknown>;
      if (when()) throw Object.assign(new Error(`${code}: no`), { code });
      return real(...args);
    },
  });

  it.each(['ENOSPC', 'EROFS', 'EACCES', 'EIO'])(
    '%s keeps the old file and value, and a retry works',
    async (code) => {
      await (await open()).update(() => good);
      for (const method of ['open', 'rename'] as const) {
        let broken = true;
        const document = await open(failing(method, code, () => broken));
        const before = await readFile(path, 'utf8');
        await expect(document.update(() => spec.initial)).rejects.toMatchObject({
          code: 'storage',
          details: { code },
        });
        expect(document.value()).toEqual(good);
        expect(await readFile(path, 'utf8')).toBe(before);
        expect(await names()).toEqual(['notes.json', 'notes.json.bak']);
        broken = false;
        expect(await document.update((value) => ({ ...value, count: 8 }))).toEqual({ ...good, count: 8 });
        await document.update(() => good);
      }
    },
  );

  it('never replaces an unreadable file', async () => {
    await (await open()).update(() => good);
    const before = await readFile(path, 'utf8');
    const document = await open(failing('readFile', 'EIO', () => true));
    expect(document.notice).toContain('could not be read (EIO)');
    await expect(document.update(() => good)).rejects.toMatchObject({ code: 'storage' });
    expect(await readFile(path, 'utf8')).toBe(before);
  });
});
