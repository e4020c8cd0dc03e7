import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { makeRecording } from '../../testing/services/make-recording.ts';
import { inFull, scaled } from '../../testing/test-scale.ts';
import { extractFolder } from './extract-folder.ts';
import { extractZip } from './extract-zip.ts';
import { recordingLimits } from './limits.ts';
import { formatManifest, type RecordingManifest } from './manifest.ts';
import { createRecordedServers, type RecordedServers } from './recorded-servers.ts';

let folder: string;
let recording: Awaited<ReturnType<typeof makeRecording>>;
let whole: Buffer;
let count = 0;
let target: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  recording = await makeRecording(folder, { frames: 60 });
  whole = await readFile(recording.zip);
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
const contents = async (
  manifest: RecordingManifest = recording.manifest,
): Promise<Record<string, Buffer>> => {
  const files: Record<string, Buffer> = { 'manifest.json': Buffer.from(formatManifest(manifest)) };
  for (const { path } of recording.manifest.entries)
    files[path] = await readFile(join(recording.folder, path));
  return files;
};
/** Replaces a name in a zip by one of the same length, which no writer of zips would accept. */
const renamed = (zip: Buffer, from: string, to: string): Buffer => {
  expect(to.length).toBe(from.length);
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
};
const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const refusal = async (bytes: Uint8Array): Promise<AppError> => {
  const failure: unknown = await extractZip(await fileOf(bytes), target).then(
    () => expect.fail('It was opened.'),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(AppError);
  return failure as AppError;
};

const knownRefusal = /^This (?:recording can’t be opened: .+\.|file is not a recording\.)$/s;

/** `whole`, or why the file was refused. Anything else that is thrown is a fault. */
async function outcomeOf(servers: RecordedServers, path: string, thread: Buffer): Promise<string> {
  try {
    const { id } = await servers.open(path);
    const { manifest, folder: recordingFolder } = servers.folderOf(id);
    const isSame = (await readFile(join(recordingFolder, 'thread.json'))).equals(thread);
    await servers.close(id);
    return isSame && manifest.missing.length === 0 ? 'whole' : 'other content';
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid-input') throw error;
    return error.message;
  }
}

describe('a file that is not a recording', () => {
  it.each([
    ['empty', ''],
    ['a text', 'Hello, this is a text.'],
    ['half a header', 'PK'],
  ])('is refused: %s', async (_what, text) => {
    expect((await refusal(Buffer.from(text))).message).toBe('This file is not a recording.');
  });

  it('is refused if it is another zip, or of a newer studio', async () => {
    expect((await refusal(await zipOf({ 'a.txt': 'a' }))).message).toBe('This file is not a recording.');
    expect((await refusal(await zipOf({ 'manifest.json': '{"format":"other"}' }))).message).toMatch(
      /not a rec/,
    );
    const newer = formatManifest(recording.manifest).replace('"version": 1', '"version": 2');
    const { message, hint } = await refusal(await zipOf({ ...(await contents()), 'manifest.json': newer }));
    expect(message).toMatch(/a newer studio created it \(format version 2\)/);
    expect(hint).toBe('Update the studio.');
  });
});

describe('a recording that does not hold what it says', () => {
  it('is refused for a wrong checksum, a wrong length, and a missing file', async () => {
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

  it('is refused for a manifest that is not valid', async () => {
    const files = await contents({ ...recording.manifest, thread_id: 7 } as never);
    expect((await refusal(await zipOf(files))).message).toMatch(/not valid at “thread_id”/);
    const path = '../../escaped.json';
    const outside = {
      ...recording.manifest,
      entries: [{ path, bytes: 1, lines: 1, sha256: '0'.repeat(64) }],
    };
    expect((await refusal(await zipOf(await contents(outside)))).message).toMatch(/entries.0.path/);
    const twice = {
      ...recording.manifest,
      entries: [...recording.manifest.entries, ...recording.manifest.entries.slice(0, 1)],
    };
    expect((await refusal(await zipOf(await contents(twice)))).message).toMatch(/names a file twice/);
  });
});

describe('a hostile zip', () => {
  it.each(['../../../outside', '/etc/absolute123', 'C:/windows/paths', 'a\\..\\..\\..\\out'])(
    'writes nothing outside: %s',
    async (name) => {
      const plain = 'x'.repeat(name.length);
      const zip = renamed(await zipOf({ ...(await contents()), [plain]: 'evil' }), plain, name);
      expect((await refusal(zip)).message).toMatch(/the zip is broken/);
      expect(await readdir(join(target, '..')).catch(() => [])).toEqual([]);
    },
  );

  it('has no two files of one name, whatever their letter case', async () => {
    const zip = renamed(
      await zipOf({ ...(await contents()), 'thread.xxxx': '{}' }),
      'thread.xxxx',
      'THREAD.json',
    );
    expect((await refusal(zip)).message).toMatch(/two files named THREAD.json/);
  });

  it('is refused if it is encrypted, or packed in another way', async () => {
    const zip = Buffer.from(whole);
    const record = Buffer.from([0x50, 0x4b, 1, 2]);
    // That of the manifest: the first file, the length, is only stored.
    const index = zip.indexOf(record, zip.indexOf(record) + 1);
    zip.writeUInt16LE(zip.readUInt16LE(index + 8) | 1, index + 8);
    expect((await refusal(zip)).message).toMatch(/encrypted/);
    const other = Buffer.from(whole);
    other.writeUInt16LE(12, index + 10);
    expect((await refusal(other)).message).toMatch(/a method that the studio does not support/);
  });

  it('that unpacks to far more than it has is refused before it is unpacked', async () => {
    const bomb = await zipOf({ ...(await contents()), 'bomb.bin': Buffer.alloc(80 * 2 ** 20) });
    expect((await refusal(bomb)).message).toMatch(/bomb.bin is more than 600 times larger than packed/);
    expect(await readdir(target).catch(() => [])).toEqual([]);
    const path = await fileOf(whole);
    const few = { ...recordingLimits, bytes: 1000 };
    await expect(extractZip(path, target, undefined, few)).rejects.toThrow(
      /it has [\d,]+ bytes when unpacked, and the limit is 1,000\./,
    );
    await expect(extractZip(path, target, undefined, { ...recordingLimits, files: 3 })).rejects.toThrow(
      /it has \d+ files, and the limit is 3\./,
    );
  });

  it('that lies about a size fills no disk', async () => {
    const zip = Buffer.from(whole);
    const at = zip.lastIndexOf(Buffer.from('history.ndjson')) - 46;
    zip.writeUInt32LE(10, at + 24);
    expect((await refusal(zip)).message).toMatch(/shorter than its manifest says/);
  });

  it('files that the manifest does not name are left alone', async () => {
    const manifest = await extractZip(
      await fileOf(await zipOf({ ...(await contents()), '.DS_Store': 'x' })),
      target,
    );
    expect(manifest).toEqual(recording.manifest);
    expect(await readdir(target)).not.toContain('.DS_Store');
  });

  it('a folder with a link in it is refused', async () => {
    const source = join(folder, 'linked');
    await mkdir(join(source, 'frames'), { recursive: true });
    for (const [path, content] of Object.entries(await contents()))
      await writeFile(join(source, path), content);
    await expect(extractFolder(source, target)).resolves.toEqual(recording.manifest);
    await rm(join(source, 'thread.json'));
    await symlink(join(recording.folder, 'thread.json'), join(source, 'thread.json'));
    await expect(extractFolder(source, `${target}-2`)).rejects.toThrow(/thread.json is missing/);
  });
});

/** What is said of the first bytes of a recording. */
const cutOff = (length: number, total: number): RegExp => {
  const of = length < firstFileEnd ? '' : ` of ${total.toLocaleString('en')}`;
  return new RegExp(`it was cut off after ${length.toLocaleString('en')}${of} bytes\\.$`);
};
/** Where the file ends that has the length: before, nothing says how long the recording was. */
const firstFileEnd = 30 + 'zip-bytes.txt'.length + 17;

describe('a recording that is small on disk and huge in memory', () => {
  /** A zip with one file of this content instead of its own, and what the manifest says of it. */
  const zipWith = async (path: string, content: Buffer, lines: number): Promise<Buffer> => {
    const entry = { path, bytes: content.length, lines, sha256: digestOf(content) };
    const entries = [...recording.manifest.entries.filter((one) => one.path !== path), entry];
    return zipOf({ ...(await contents({ ...recording.manifest, entries })), [path]: content });
  };
  const lineEnds = Buffer.alloc(30 * 2 ** 20, '\n');

  it.each([
    ['logs.ndjson', /logs\.ndjson has 31,457,280 records, and the limit is 100,000\./],
    ['history.ndjson', /history\.ndjson has 31,457,280 records, and the limit is 1,000,000\./],
    ['frames/x.ndjson', /frames\/x\.ndjson has 31,457,280 records, and the limit is 5,000,000\./],
    ['thread.json', /thread\.json has 31,457,280 records, and the limit is 1\./],
  ])('is refused with the limit of its records, before anything is unpacked: %s', async (path, message) => {
    expect((await refusal(await zipWith(path, lineEnds, lineEnds.length))).message).toMatch(message);
    expect(await readdir(target).catch(() => [])).toEqual([]);
  });

  it('is refused as soon as it has more records than it says', async () => {
    const zip = await zipWith('requests.ndjson', lineEnds, 10);
    expect((await refusal(zip)).message).toMatch(/requests\.ndjson has more records than its manifest says/);
    target = `${target}-fewer`;
    const few = await zipWith('requests.ndjson', Buffer.from('{}\n'), 2);
    expect((await refusal(few)).message).toMatch(/requests\.ndjson has fewer records than its manifest says/);
  });

  it('is refused for events of many runs that are too many together', async () => {
    const entries = ['a', 'b'].map((name) => ({
      path: `frames/${name}.ndjson`,
      bytes: 3_000_000,
      lines: 3_000_000,
      sha256: '0'.repeat(64),
    }));
    const files = await contents({ ...recording.manifest, entries });
    const content = Buffer.alloc(3_000_000, '\n');
    const zip = await zipOf({ ...files, 'frames/a.ndjson': content, 'frames/b.ndjson': content });
    expect((await refusal(zip)).message).toMatch(/it has 6,000,000 events, and the limit is 5,000,000\./);
  });

  it('is refused with the limit of its depth, also in a string that never ends', async () => {
    for (const opener of ['[', '{"a":', '{"b":"\\"",']) {
      const nested = Buffer.from(`${opener.repeat(100_000)}\n`);
      const zip = await zipWith('requests.ndjson', nested, 1);
      expect((await refusal(zip)).message).toMatch(
        /a record of requests\.ndjson is nested more than 10,000 levels deep, which is the limit\./,
      );
      target = `${target}-next`;
    }
    const text = Buffer.from(`"${'['.repeat(100_000)}"\n`);
    await extractZip(await fileOf(await zipWith('requests.ndjson', text, 1)), target);
  });

  it('is refused with the limit of a record’s length, and of the logs', async () => {
    const content = Buffer.from(`{"a":"${'a'.repeat(2000)}"}\n`);
    const path = await fileOf(await zipWith('requests.ndjson', content, 1));
    const limits = { ...recordingLimits, recordBytes: 1000 };
    await expect(extractZip(path, target, undefined, limits)).rejects.toThrow(
      /a record of requests\.ndjson is longer than 1,000 bytes, which is the limit\./,
    );
    const logs = { ...recordingLimits, logBytes: 100 };
    await expect(extractZip(path, `${target}-2`, undefined, logs)).rejects.toThrow(
      /logs\.ndjson has \d+ bytes, and the limit is 100\./,
    );
  });

  it('is refused for a manifest that would be too much as objects', async () => {
    const head = '{"format":"remote-graph-recording","version":1,"x":';
    const refusalOf = async (rest: string): Promise<string> =>
      (await refusal(await zipOf({ 'manifest.json': head + rest }))).message;
    expect(await refusalOf(`[${'{},'.repeat(1_000_000)}1]}`)).toMatch(
      /its manifest has more than 1,000,000 values, which is the limit\./,
    );
    expect(await refusalOf(`${'['.repeat(100_000)}`)).toMatch(
      /its manifest is nested more than 20 levels deep, which is the limit\./,
    );
    expect(await refusalOf(`"${'a'.repeat(17 * 2 ** 20)}"}`)).toMatch(
      /its manifest has 17,825,[\d]+ bytes, and the limit is 16,777,216\./,
    );
  });

  it('is refused for a directory that would be too much in memory', async () => {
    const zip = new ZipFile();
    for (let index = 0; index < 600; index += 1) {
      const name = `${index}-${'x'.repeat(60_000)}`;
      zip.addBuffer(Buffer.alloc(0), name);
    }
    zip.end();
    const path = join(folder, 'directory.zip');
    await finished(zip.outputStream.pipe(createWriteStream(path)));
    await expect(extractZip(path, target)).rejects.toThrow(
      /its directory has [\d,]+ bytes, and the limit is 33,554,432\./,
    );
  });

  it('takes less than 128 MB of memory if it is just within the limits', async () => {
    const servers = createRecordedServers({ dataFolder: join(folder, 'large'), log: () => undefined });
    const source = join(folder, 'large-source');
    await mkdir(join(source, 'frames'), { recursive: true });
    const path = 'frames/x.ndjson';
    const part = Buffer.from('{}       \n'.repeat(100_000));
    const file = await open(join(source, path), 'w');
    const digest = createHash('sha256');
    for (let index = 0; index < 49; index += 1) {
      await file.write(part);
      digest.update(part);
    }
    await file.close();
    const entry = { path, bytes: part.length * 49, lines: 4_900_000, sha256: digest.digest('hex') };
    await writeFile(
      join(source, 'manifest.json'),
      formatManifest({ ...recording.manifest, entries: [entry] }),
    );
    const before = process.memoryUsage.rss();
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    const { id } = await servers.open(source);
    const frames = await servers.records(id, path);
    clearInterval(timer);
    expect(frames.length).toBe(4_900_000);
    expect(await frames.line(4_899_999)).toBe('{}       ');
    expect((peak - before) / 2 ** 20).toBeLessThan(128);
    await servers.stop();
  });
});

describe('a recording that is cut off', () => {
  it('is refused with where it ends and how long it was', async () => {
    const { message, hint } = await refusal(whole.subarray(0, whole.length - 1200));
    expect(message).toMatch(cutOff(whole.length - 1200, whole.length));
    expect(hint).toBe('Get the whole file again.');
    expect(await readdir(target).catch(() => [])).toEqual([]);
  });

  it('is refused so wherever it ends', async () => {
    const servers = createRecordedServers({ dataFolder: join(folder, 'cuts'), log: () => undefined });
    const zip = await readFile(small.zip);
    const thread = await readFile(join(small.folder, 'thread.json'));
    const step = Math.max(1, Math.floor(zip.length / scaled(1000)));
    for (let length = 0; length < zip.length; length += step) {
      const path = await fileOf(zip.subarray(0, length));
      const expected = length < 4 ? /not a recording/ : cutOff(length, zip.length);
      expect(await outcomeOf(servers, path, thread)).toMatch(expected);
    }
    expect(servers.list()).toEqual([]);
    expect(await readdir(join(folder, 'cuts', 'recordings'))).toEqual([]);
    await servers.stop();
  });

  it('says where it ends if another program has packed it', async () => {
    const zip = await zipOf(await contents());
    expect((await refusal(zip.subarray(0, 600))).message).toMatch(/it was cut off after 600 bytes\.$/);
    expect((await extractZip(await fileOf(zip), `${target}-whole`)).missing).toEqual([]);
  });

  it('is refused at once, however much of it repeats', async () => {
    const content = Buffer.from('{"text":"\n'.repeat(2_000_000));
    const zip = await zipOf({ ...(await contents()), 'requests.ndjson': content });
    const path = await fileOf(zip.subarray(0, zip.length - 200));
    const before = process.cpuUsage();
    await expect(extractZip(path, target)).rejects.toThrow(/cut off after/);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });

  it('is refused if one of the files in its folder is', async () => {
    const source = join(folder, 'cut-folder');
    await mkdir(join(source, 'frames'), { recursive: true });
    for (const [path, content] of Object.entries(await contents()))
      await writeFile(join(source, path), path === 'thread.json' ? content.subarray(0, 10) : content);
    await expect(extractFolder(source, target)).rejects.toThrow(
      /thread\.json was cut off after 10 of \d+ bytes\.$/,
    );
  });
});

it('any changed bytes are refused with a reason, or change nothing', { timeout: 120_000 }, async () => {
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
  expect(outcomes.filter((one) => one !== 'whole' && !knownRefusal.test(one))).toEqual([]);
  const refused = outcomes.filter((one) => knownRefusal.test(one)).length;
  expect(refused).toBeGreaterThan(rounds / 2);
  expect(await readdir(join(folder, 'fuzz', 'recordings'))).toEqual([]);
  await servers.stop();
});

it('what could not be opened leaves nothing, and what was open is open again', async () => {
  const dataFolder = join(folder, 'kept');
  const servers = createRecordedServers({ dataFolder, log: () => undefined });
  const { id } = await servers.open(recording.zip, 'mine.recording.zip');
  await expect(servers.open(await fileOf(Buffer.from('no')))).rejects.toThrow(/not a recording/);
  await copyFile(recording.zip, join(folder, 'copy.zip'));
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
