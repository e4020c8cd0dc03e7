import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { makeRecording } from '../../testing/services/make-recording.ts';
import { inFull, scaled } from '../../testing/test-scale.ts';
import { extractFolder } from './format/extract-folder.ts';
import { extractZip } from './format/extract-zip.ts';
import { formatManifest, type RecordingManifest } from './format/manifest.ts';
import { createRecordedServers, type RecordedServers } from './server/recorded-servers.ts';

let folder: string;
let made: Awaited<ReturnType<typeof makeRecording>>;
let whole: Buffer;
let count = 0;
let target: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  made = await makeRecording(folder, { frames: 60 });
  whole = await readFile(made.zip);
  small = await makeRecording(join(folder, 'small'), { checkpoints: 3, files: /thread|history/ });
});
/** With few files, so that many changes can be tried. */
let small: Awaited<ReturnType<typeof makeRecording>>;

beforeEach(() => {
  count += 1;
  target = join(folder, `target-${count}`, 'inner');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileOf = async (bytes: Uint8Array): Promise<string> => {
  const path = join(folder, `file-${count}.zip`);
  await writeFile(path, bytes);
  return path;
};
/** A zip of given files, as any program may write it. */
const zipOf = async (files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const path = join(folder, `made-${count}.zip`);
  await finished(zip.outputStream.pipe(createWriteStream(path)));
  return readFile(path);
};
const contents = async (manifest: RecordingManifest = made.manifest): Promise<Record<string, Buffer>> => {
  const files: Record<string, Buffer> = { 'manifest.json': Buffer.from(formatManifest(manifest)) };
  for (const { path } of made.manifest.entries) files[path] = await readFile(join(made.folder, path));
  return files;
};
/** Replaces a name in a zip by one of the same length, which no writer of zips would accept. */
const renamed = (zip: Buffer, from: string, to: string): Buffer => {
  expect(to.length).toBe(from.length);
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
};
const refusal = async (bytes: Uint8Array): Promise<AppError> => {
  const thrown: unknown = await extractZip(await fileOf(bytes), target).then(
    () => expect.fail('It was opened.'),
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(AppError);
  return thrown as AppError;
};

const knownRefusal = /^This (?:recording can’t be opened: .+\.|file is not a recording\.)$/s;

/** `whole`, `cut off`, or why the file was refused. Anything else that is thrown is a fault. */
async function outcomeOf(servers: RecordedServers, path: string, thread: Buffer): Promise<string> {
  try {
    const { id } = await servers.open(path);
    const { manifest, folder: kept } = servers.folderOf(id);
    const isWhole = manifest.missing.length === 0;
    const isSame = !isWhole || (await readFile(join(kept, 'thread.json'))).equals(thread);
    await servers.close(id);
    if (!isSame) return 'other content';
    return isWhole ? 'whole' : 'cut off';
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'invalid-input') throw thrown;
    return thrown.message;
  }
}

describe('a file that is not a recording', () => {
  it.each([
    ['empty', ''],
    ['a text', 'Hello, this is a text.'],
    ['half a header', 'PK'],
  ])('F-1: is refused: %s', async (_what, text) => {
    expect((await refusal(Buffer.from(text))).message).toBe('This file is not a recording.');
  });

  it('F-1: is refused if it is another zip, or of a newer studio', async () => {
    expect((await refusal(await zipOf({ 'a.txt': 'a' }))).message).toBe('This file is not a recording.');
    expect((await refusal(await zipOf({ 'manifest.json': '{"format":"other"}' }))).message).toMatch(
      /not a rec/,
    );
    const newer = formatManifest(made.manifest).replace('"version": 1', '"version": 2');
    const { message, hint } = await refusal(await zipOf({ ...(await contents()), 'manifest.json': newer }));
    expect(message).toMatch(/a newer studio has made it \(format version 2\)/);
    expect(hint).toBe('Update the studio.');
  });
});

describe('a recording that does not hold what it says', () => {
  it('F-1: is refused for a wrong checksum, a wrong length, and a missing file', async () => {
    const files = await contents();
    const thread = String(files['thread.json']);
    const refusalIn = (name: string, bytes: Buffer): Promise<AppError> => {
      target = join(folder, name);
      return refusal(bytes);
    };
    const changed = { ...files, 'thread.json': thread.replace('idle', 'busy') };
    expect((await refusalIn('sum', await zipOf(changed))).message).toMatch(
      /the checksum of thread.json is wrong/,
    );
    const longer = { ...files, 'thread.json': `${thread} ` };
    expect((await refusalIn('long', await zipOf(longer))).message).toMatch(/thread.json is longer/);
    const shorter = { ...files, 'thread.json': thread.slice(1) };
    expect((await refusalIn('short', await zipOf(shorter))).message).toMatch(/thread.json is shorter/);
    delete files['thread.json'];
    expect((await refusalIn('none', await zipOf(files))).message).toMatch(/thread.json is missing/);
  });

  it('F-1: is refused for a manifest that is not valid', async () => {
    const files = await contents({ ...made.manifest, thread_id: 7 } as never);
    expect((await refusal(await zipOf(files))).message).toMatch(/not valid at “thread_id”/);
    const path = '../../escaped.json';
    const outside = { ...made.manifest, entries: [{ path, bytes: 1, lines: 1, sha256: '0'.repeat(64) }] };
    expect((await refusal(await zipOf(await contents(outside)))).message).toMatch(/entries.0.path/);
    const twice = {
      ...made.manifest,
      entries: [...made.manifest.entries, ...made.manifest.entries.slice(0, 1)],
    };
    expect((await refusal(await zipOf(await contents(twice)))).message).toMatch(/names a file twice/);
  });
});

describe('a hostile zip', () => {
  it.each(['../../../outside', '/etc/absolute123', 'C:/windows/paths', 'a\\..\\..\\..\\out'])(
    'F-2: writes nothing outside: %s',
    async (name) => {
      const plain = 'x'.repeat(name.length);
      const zip = renamed(await zipOf({ ...(await contents()), [plain]: 'evil' }), plain, name);
      expect((await refusal(zip)).message).toMatch(/the zip is broken/);
      expect(await readdir(join(target, '..')).catch(() => [])).toEqual([]);
    },
  );

  it('F-2: has no two files of one name, whatever their letter case', async () => {
    const zip = renamed(
      await zipOf({ ...(await contents()), 'thread.xxxx': '{}' }),
      'thread.xxxx',
      'THREAD.json',
    );
    expect((await refusal(zip)).message).toMatch(/two files named THREAD.json/);
  });

  it('F-2: is refused if it is encrypted, or packed in another way', async () => {
    const zip = Buffer.from(whole);
    const at = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8);
    expect((await refusal(zip)).message).toMatch(/encrypted/);
    const other = Buffer.from(whole);
    other.writeUInt16LE(12, at + 10);
    expect((await refusal(other)).message).toMatch(/a method that the studio does not know/);
  });

  it('F-2: that unpacks to far more than it has is refused before it is unpacked', async () => {
    const bomb = await zipOf({ ...(await contents()), 'bomb.bin': Buffer.alloc(80 * 2 ** 20) });
    expect((await refusal(bomb)).message).toMatch(/too large when unpacked/);
    expect(await readdir(target).catch(() => [])).toEqual([]);
    const path = await fileOf(whole);
    const few = { bytes: 1000, files: 3, ratio: 600, freeBytes: 0 };
    await expect(extractZip(path, target, undefined, few)).rejects.toThrow(/too many files/);
    await expect(extractZip(path, target, undefined, { ...few, files: 99 })).rejects.toThrow(/too large/);
  });

  it('F-2: that lies about a size fills no disk', async () => {
    const zip = Buffer.from(whole);
    const at = zip.lastIndexOf(Buffer.from('history.ndjson')) - 46;
    zip.writeUInt32LE(10, at + 24);
    expect((await refusal(zip)).message).toMatch(/shorter than its manifest says/);
  });

  it('F-2: files that the manifest does not name are left alone', async () => {
    const manifest = await extractZip(
      await fileOf(await zipOf({ ...(await contents()), '.DS_Store': 'x' })),
      target,
    );
    expect(manifest).toEqual(made.manifest);
    expect(await readdir(target)).not.toContain('.DS_Store');
  });

  it('F-2: a folder with a link in it is refused', async () => {
    const source = join(folder, 'linked');
    await mkdir(join(source, 'frames'), { recursive: true });
    for (const [path, content] of Object.entries(await contents()))
      await writeFile(join(source, path), content);
    await expect(extractFolder(source, target)).resolves.toEqual(made.manifest);
    await rm(join(source, 'thread.json'));
    await symlink(join(made.folder, 'thread.json'), join(source, 'thread.json'));
    await expect(extractFolder(source, `${target}-2`)).rejects.toThrow(/thread.json is missing/);
  });
});

describe('a recording that is cut off', () => {
  it('F-3: shows its whole files and the whole records of the last one, and says so', async () => {
    const manifest = await extractZip(await fileOf(whole.subarray(0, whole.length - 1200)), target);
    const { missing, entries } = manifest;
    expect(missing).toEqual([
      { what: 'truncated', reason: expect.stringMatching(/^The file was cut off/) as string },
    ]);
    expect(entries.length).toBeGreaterThan(3);
    for (const { path, bytes } of entries) {
      const kept = await readFile(join(target, path));
      expect(kept.length).toBe(bytes);
      expect(kept.at(-1)).toBe(10);
      expect((await readFile(join(made.folder, path))).subarray(0, bytes).equals(kept)).toBe(true);
    }
  });

  it('F-3: opens or is refused wherever it ends, and never shows what it has not', async () => {
    const servers = createRecordedServers({ dataFolder: join(folder, 'cuts'), log: () => undefined });
    const outcomes: string[] = [];
    const zip = await readFile(small.zip);
    const thread = await readFile(join(small.folder, 'thread.json'));
    const step = Math.max(1, Math.floor(zip.length / scaled(1000)));
    for (let length = 0; length < zip.length; length += step) {
      const path = await fileOf(zip.subarray(0, length));
      outcomes.push(await outcomeOf(servers, path, thread));
    }
    expect(outcomes.filter((one) => one !== 'cut off' && !knownRefusal.test(one))).toEqual([]);
    expect(outcomes.filter((one) => one === 'cut off').length).toBeGreaterThan(10);
    expect(outcomes.filter((one) => knownRefusal.test(one)).length).toBeGreaterThan(10);
    await servers.stop();
  });
});

it(
  'F-1, F-2 and F-3: any changed bytes are refused with a reason, or change nothing',
  { timeout: 120_000 },
  async () => {
    const servers = createRecordedServers({ dataFolder: join(folder, 'fuzz'), log: () => undefined });
    const zip = await readFile(small.zip);
    const thread = await readFile(join(small.folder, 'thread.json'));
    const rounds = inFull ? 10_000 : 300;
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const outcomes: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bytes = Buffer.from(zip);
      const changes = 1 + random(4);
      for (let change = 0; change < changes; change += 1) bytes[random(bytes.length)] = random(256);
      const path = await fileOf(random(8) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes);
      outcomes.push(await outcomeOf(servers, path, thread));
    }
    expect(outcomes.filter((one) => one !== 'whole' && one !== 'cut off' && !knownRefusal.test(one))).toEqual(
      [],
    );
    const refused = outcomes.filter((one) => knownRefusal.test(one)).length;
    expect(refused).toBeGreaterThan(rounds / 2);
    expect(await readdir(join(folder, 'fuzz', 'recordings'))).toEqual([]);
    await servers.stop();
  },
);

it('F-7: what could not be opened leaves nothing, and what was open is open again', async () => {
  const dataFolder = join(folder, 'kept');
  const servers = createRecordedServers({ dataFolder, log: () => undefined });
  const { id } = await servers.open(made.zip, 'mine.recording.zip');
  await expect(servers.open(await fileOf(Buffer.from('no')))).rejects.toThrow(/not a recording/);
  await copyFile(made.zip, join(folder, 'copy.zip'));
  expect((await servers.open(join(folder, 'copy.zip'))).id).toBe(id);
  expect(servers.list()).toHaveLength(1);
  await servers.stop();
  expect(await readdir(join(dataFolder, 'recordings'))).toEqual([id]);
  const next = createRecordedServers({ dataFolder, log: () => undefined });
  await next.load();
  expect(next.list()[0]).toMatchObject({ id, name: 'mine', kind: 'recording' });
  await next.close(id);
  expect(await readdir(join(dataFolder, 'recordings'))).toEqual([]);
});
