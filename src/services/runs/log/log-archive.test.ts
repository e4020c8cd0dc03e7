import { createHash } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeFrames } from '../../../shared/model/frame-block-codec.ts';
import type { RunFrame } from '../../../shared/model/run.ts';
import { buildFrameBatch } from '../../../testing/frame-batches.ts';
import { createLogArchive, type LogArchiveLimits } from './log-archive.ts';
import { createLogFile } from './log-file.ts';
import { createRunLog, type RunLog } from './run-log.ts';

let dataFolder = '';
let logged: string[] = [];
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'log-archive-'));
  logged = [];
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((log) => log.remove()));
  await rm(dataFolder, { recursive: true, force: true });
});

/** Their files are closed after each test. */
const made: RunLog[] = [];

const folder = () => join(dataFolder, 'run-logs');
const files = async () => (await readdir(folder())).toSorted();
const open = (limits?: LogArchiveLimits) =>
  createLogArchive({ dataFolder, log: (_level, message) => void logged.push(message) }, limits);
const runRef = (runId: string) => ({ connectionId: 'c', threadId: 't', runId });
const facts = { joinedLate: false, error: null, tokens: 7, outcome: null };
const roomy: LogArchiveLimits = { bytesPerLog: 1e6, bytesOfAll: 1e7, logs: 10, ageMs: 1e9 };

/** A log that has ended, part of it on disk. */
async function aLog(frames = 600, text = '{"n":9007199254740993,"ü":"\\u0000"}'): Promise<RunLog> {
  const log = createRunLog({
    id: `log-${frames}`,
    openFile: () => createLogFile(join(dataFolder, 'live', 'x.ndjson'), 1e9),
    memoryLimit: 4000,
    now: () => 5,
    onLoss: (problem) => logged.push(String(problem)),
  });
  made.push(log);
  for (let at = 0; at < frames; at += 1) {
    await log.append(buildFrameBatch({ id: String(at), namespace: at % 2 ? [] : ['write:1'], text }));
  }
  log.finish({ outcome: 'failed', error: 'Error: no', incomplete: false });
  return log;
}
async function framesOf(log: RunLog): Promise<RunFrame[]> {
  const frames: RunFrame[] = [];
  while (frames.length < log.length) frames.push(...decodeFrames(await log.read(frames.length)));
  return frames;
}

describe('createLogArchive', () => {
  it('reads a log unchanged after a restart of the studio', async () => {
    const log = await aLog();
    const frames = await framesOf(log);
    await open().save(runRef('r'), log, facts);
    await log.remove();

    const later = open();
    await later.refresh();
    expect(later.summary(runRef('r'))).toEqual({
      joinedLate: false,
      tokens: 7,
      error: 'Error: no',
      outcome: 'failed',
    });
    const stored = await later.open(runRef('r'));
    expect(stored).toMatchObject({
      id: log.id,
      end: log.end,
      connectionState: 'ended',
      length: 600,
      firstFrameMs: 0,
    });
    expect(stored && (await framesOf(stored))).toEqual(frames);
    await stored?.remove();
    expect(await later.open(runRef('other'))).toBeNull();
    expect(logged).toEqual([]);
  });

  it('is readable by its owner only', async () => {
    await open().save(runRef('r'), await aLog(3), facts);
    const modes = await Promise.all(
      (await files()).map(async (name) => (await stat(join(folder(), name))).mode & 0o777),
    );
    expect(modes).toEqual([0o600, 0o600]);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
  });

  it('stays within its limits: the oldest logs are removed first, and expired ones always', async () => {
    const limits = { ...roomy, logs: 2, ageMs: 60_000 };
    const logs = open(limits);
    const age = async (name: string, ms: number): Promise<void> => {
      const at = (Date.now() - ms) / 1000;
      await utimes(join(folder(), name), at, at);
    };
    for (const runId of ['a', 'b']) {
      const before = new Set(await files().catch(() => []));
      await logs.save(runRef(runId), await aLog(2), facts);
      for (const name of await files())
        if (!before.has(name)) await age(name, runId === 'a' ? 20_000 : 10_000);
    }
    await logs.save(runRef('c'), await aLog(2), facts);
    expect([
      logs.summary(runRef('a')),
      logs.summary(runRef('b'))?.tokens,
      logs.summary(runRef('c'))?.tokens,
    ]).toEqual([null, 7, 7]);
    for (const name of await files()) await age(name, 70_000);
    await logs.save(runRef('d'), await aLog(2), facts);
    expect(await files()).toHaveLength(2);
    expect(logs.summary(runRef('d'))?.tokens).toBe(7);
  });

  it('skips a log that is too large, and logs that', async () => {
    const logs = open({ ...roomy, bytesPerLog: 1000 });
    await logs.save(runRef('r'), await aLog(), facts);
    expect(await files()).toEqual([]);
    expect(logged[0]).toContain('larger than 1000 bytes');
  });

  it('ignores truncated and corrupt logs, and removes what a killed writer left', async () => {
    const logs = open(roomy);
    await logs.save(runRef('cut'), await aLog(2), facts);
    const [, cut = ''] = await files();
    await truncate(join(folder(), cut), 10);
    expect(await logs.open(runRef('cut'))).toBeNull();
    await logs.save(runRef('garbled'), await aLog(2), facts);
    for (const name of await files())
      if (name.endsWith('.json')) await writeFile(join(folder(), name), '{"version":');
    await logs.refresh();
    expect(logs.summary(runRef('garbled'))).toBeNull();
    expect(await logs.open(runRef('garbled'))).toBeNull();

    const long = new Date(Date.now() - 2 * 3600 * 1000);
    const part = `${'a'.repeat(40)}.part`;
    await writeFile(join(folder(), part), 'x');
    await utimes(join(folder(), part), long, long);
    await logs.save(runRef('next'), await aLog(2), facts);
    expect(await files()).not.toContain(part);
  });

  it('drops a log', async () => {
    const logs = open();
    await logs.save(runRef('r'), await aLog(2), facts);
    await logs.drop(runRef('r'));
    expect(await files()).toEqual([]);
    expect(logs.summary(runRef('r'))).toBeNull();
  });
});

describe('a log of another version', () => {
  const name = createHash('sha256')
    .update(JSON.stringify(['c', 't', 'r']))
    .digest('hex')
    .slice(0, 40);
  const ago = new Date(Date.now() - 2 * 3600 * 1000);
  const texts = ['{"n":9007199254740993,"ü":"😀"}', '', '"x"', '[1.0]', '{}'];
  const frames = texts.map((text, seq) => ({
    seq,
    atMs: seq * 1.5,
    id: seq === 3 ? 'text-id' : String(seq),
    mode: seq % 2 ? 'values' : 'updates',
    namespace: seq % 2 ? [] : ['write:1'],
    text,
  }));

  /** Writes the log as version 1 did: blocks of a line of JSON and one text, and metadata beside it. */
  async function writeV1(): Promise<void> {
    const blocks: { from: number; at: number; bytes: number }[] = [];
    let log = Buffer.alloc(0);
    for (const part of [frames.slice(0, 2), frames.slice(2)]) {
      const head = {
        log: 'log-of-version-1',
        from: part[0]?.seq,
        lengths: part.map(({ text }) => text.length),
        atMs: part.map(({ atMs }) => atMs),
        ids: part.map(({ id }) => (id === 'text-id' ? id : Number(id))),
        names: [
          { mode: 'updates', namespace: ['write:1'] },
          { mode: 'values', namespace: [] },
        ],
        nameAt: part.map(({ mode }) => (mode === 'values' ? 1 : 0)),
      };
      const block = Buffer.from(`${JSON.stringify(head)}\n${part.map(({ text }) => text).join('')}`);
      blocks.push({ from: part[0]?.seq ?? 0, at: log.length, bytes: block.length });
      log = Buffer.concat([log, block]);
    }
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), `${name}.log`), log);
    const metadata = {
      version: 1,
      id: 'log-of-version-1',
      place: runRef('r'),
      end: { outcome: 'finished', error: null, incomplete: false },
      joinedLate: false,
      tokens: 12,
      length: frames.length,
      bytes: log.length,
      blocks,
    };
    await writeFile(join(folder(), `${name}.json`), JSON.stringify(metadata));
    for (const ending of ['log', 'json']) await utimes(join(folder(), `${name}.${ending}`), ago, ago);
  }

  it('is converted from version 1, with every event as it was and a copy of the old files', async () => {
    await writeV1();
    const [oldLog, oldMetadata] = await Promise.all(
      ['log', 'json'].map((ending) => readFile(join(folder(), `${name}.${ending}`))),
    );
    // The first start, and the next one.
    for (let start = 1; start <= 2; start += 1) {
      const logs = open(roomy);
      await Promise.all([logs.refresh(), logs.refresh()]);
      expect(logs.summary(runRef('r'))).toMatchObject({ tokens: 12, outcome: 'finished' });
      const log = await logs.open(runRef('r'));
      expect(log && (await framesOf(log))).toEqual(frames);
      await log?.remove();
    }
    expect(await files()).toEqual(['json', 'json.v1', 'log', 'log.v1'].map((ending) => `${name}.${ending}`));
    expect(await readFile(join(folder(), `${name}.log.v1`))).toEqual(oldLog);
    expect(await readFile(join(folder(), `${name}.json.v1`))).toEqual(oldMetadata);
    expect(logged).toEqual([]);
    await open().drop(runRef('r'));
    expect(await files()).toEqual([]);
  });

  it('is converted by the next start when the conversion was killed', async () => {
    await writeV1();
    // Killed between the new log and its metadata.
    await rename(join(folder(), `${name}.log`), join(folder(), `${name}.log.v1`));
    await writeFile(join(folder(), `${name}.log`), 'the half of a new log');
    const log = await open(roomy).open(runRef('r'));
    expect(log && (await framesOf(log))).toEqual(frames);
    await log?.remove();
  });

  it.each([
    ['a newer studio', { version: 3, what: 'is not known here' }, 'newer studio (version 3)'],
    ['version 1 that is damaged', { version: 1 }, 'could not be converted'],
  ])('of %s is neither swept nor overwritten, and the log says so once', async (_of, metadata, words) => {
    await mkdir(folder());
    await writeFile(join(folder(), `${name}.json`), JSON.stringify(metadata));
    await writeFile(join(folder(), `${name}.log`), 'bytes');
    for (const ending of ['log', 'json']) await utimes(join(folder(), `${name}.${ending}`), ago, ago);
    const logs = open(roomy);
    await logs.refresh();
    expect(await logs.open(runRef('r'))).toBeNull();
    await logs.save(runRef('r'), await aLog(2), facts);
    await logs.save(runRef('other'), await aLog(2), facts);
    expect(await readFile(join(folder(), `${name}.json`), 'utf8')).toBe(JSON.stringify(metadata));
    expect(await readFile(join(folder(), `${name}.log`), 'utf8')).toBe('bytes');
    expect(logged).toEqual([expect.stringContaining(words)]);
  });
});

it('a removed log does not open its file again', async () => {
  const logs = open();
  await logs.save(runRef('r'), await aLog(), facts);
  const stored = await logs.open(runRef('r'));
  await stored?.read(0);
  await stored?.remove();
  await expect(stored?.read(0)).rejects.toMatchObject({ code: 'not-found' });

  const path = join(dataFolder, 'live', 'gone.ndjson');
  const file = createLogFile(path, 1e9);
  const block = await (await aLog(1)).read(0);
  const [at] = await file.append([block]);
  await file.remove();
  await expect(file.append([block])).rejects.toMatchObject({ code: 'not-found' });
  await expect(file.read(at ?? { at: 0, bytes: 0 })).rejects.toMatchObject({ code: 'not-found' });
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
