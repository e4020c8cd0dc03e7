import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeFrames } from '../../../shared/model/frame-block-codec.ts';
import type { LogPosition, RunBatch } from '../../../shared/model/frame-block.ts';
import { buildFrameBatch } from '../../../testing/frame-batches.ts';
import { tailLog } from './tail-log.ts';
import { createLogFile } from './log-file.ts';
import { createRunLog, lostPayload, type RunLog } from './run-log.ts';

const frames = (...texts: readonly string[]) => buildFrameBatch(...texts.map((text) => ({ text })));
const finished = { outcome: 'finished', error: null, incomplete: false } as const;
const never = new AbortController().signal;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const losses: unknown[] = [];
function makeLog(memoryLimit: number, maxBytes = 1e9): RunLog {
  losses.length = 0;
  let clock = 100;
  return createRunLog({
    id: 'log',
    openFile: () => createLogFile(join(folder, 'runs', 'r.ndjson'), maxBytes),
    memoryLimit,
    now: () => (clock += 5),
    onLoss: (problem) => losses.push(problem),
  });
}

async function everything(log: RunLog, signal = never): Promise<RunBatch[]> {
  const batches: RunBatch[] = [];
  for await (const batch of tailLog(log, signal)) batches.push(batch);
  return batches;
}

const textsOf = (batches: readonly RunBatch[]) => batches.flatMap(decodeFrames).map(({ text }) => text);

it('places frames by the times that their server gave them, however they arrive', async () => {
  const log = makeLog(1e6);
  await log.append(frames('"metadata"'), [null]);
  await log.append(frames('"a"', '"b"', '"c"'), [5_000, null, 5_400]);
  await log.append(frames('"d"'), [5_300]);
  const decoded = decodeFrames(await log.read(0));
  expect(decoded.map(({ atMs }) => atMs)).toEqual([0, 0, 0, 400, 400]);
  expect(log.elapsedMs).toBeGreaterThanOrEqual(400);
});

describe('following a log', () => {
  it('yields stored frames, then live ones, then the end, each once and in order', async () => {
    const log = makeLog(1e6);
    await log.append(frames('"a"'));
    const reading = everything(log);
    await log.append(frames('"b"'));
    await log.append(frames('"c"'));
    log.finish(finished);
    const batches = await reading;
    expect(textsOf(batches)).toEqual(['"a"', '"b"', '"c"']);
    expect(batches.flatMap(decodeFrames).map(({ seq }) => seq)).toEqual([0, 1, 2]);
    expect(batches.map(({ end }) => end).filter((end) => end !== null)).toEqual([finished]);
    expect(batches.at(-1)).toMatchObject({ connectionState: 'ended', end: finished });
  });

  it('reports the age of the first frame, and how old a joined run was then', async () => {
    let clock = 100;
    const log = createRunLog({
      id: 'log',
      openFile: () => createLogFile(join(folder, 'runs', 'r.ndjson'), 1e9),
      memoryLimit: 1e6,
      now: () => clock,
      ageMs: () => 59_900 + clock,
      onLoss: (problem) => losses.push(problem),
    });
    expect([log.elapsedMs, log.ageAtFirstFrameMs]).toEqual([0, null]);
    clock += 250;
    await log.append(frames('1'));
    clock += 20_000;
    const stop = new AbortController();
    for await (const batch of tailLog(log, stop.signal)) {
      expect(batch).toMatchObject({ count: 1, elapsedMs: 20_000, ageAtFirstFrameMs: 60_250 });
      expect(batch.firstFrameMs).toBe(60_250);
      stop.abort();
    }
    expect(makeLog(1e6).ageAtFirstFrameMs).toBeNull();
  });

  it('sends the times of a silent run again each second, by the newest measure of its server’s clock, until its end', async () => {
    let clock = 0;
    let ageMs: number | null = null;
    const log = createRunLog({
      id: 'log',
      openFile: () => createLogFile(join(folder, 'runs', 'r.ndjson'), 1e9),
      memoryLimit: 1e6,
      now: () => clock,
      ageMs: () => ageMs,
      onLoss: (problem) => losses.push(problem),
    });
    await log.append(frames('1'));
    const sentTimes: (readonly [elapsedMs: number | null, ageAtFirstFrameMs: number | null])[] = [];
    for await (const batch of tailLog(log, never)) {
      sentTimes.push([batch.elapsedMs, batch.ageAtFirstFrameMs]);
      clock += 1000;
      ageMs = [61_000, 61_500, null][sentTimes.length - 1] ?? null;
      if (sentTimes.length === 4) log.finish(finished);
    }
    ageMs = 99_000;
    expect(sentTimes).toEqual([
      [0, null],
      [1000, 60_000],
      [2000, 59_500],
      [3000, 59_500],
      [4000, 59_500],
    ]);
    expect(log.ageAtFirstFrameMs).toBe(59_500);
  });

  it('says how long a run that was started here waited for its first frame, and nothing where nobody knows', async () => {
    const firstFrameOf = async (ageMs: (() => null) | undefined) => {
      let clock = 100;
      const log = createRunLog({
        id: 'log',
        openFile: () => createLogFile(join(folder, 'runs', 'r.ndjson'), 1e9),
        memoryLimit: 1e6,
        now: () => clock,
        ageMs,
        onLoss: (problem) => losses.push(problem),
      });
      clock += 1500;
      await log.append(frames('1'));
      return log.firstFrameMs;
    };
    expect(await firstFrameOf(undefined)).toBe(1500);
    expect(await firstFrameOf(() => null)).toBeNull();
    expect(makeLog(1e6).firstFrameMs).toBeNull();
  });

  it('replays an ended log to a later reader', async () => {
    const log = makeLog(1e6);
    await log.append(frames('1'));
    log.finish(finished);
    const [batch, ...others] = await everything(log);
    expect(others).toEqual([]);
    expect(batch).toMatchObject({ log: 'log', from: 0, count: 1, connectionState: 'ended', end: finished });
    expect(textsOf(batch ? [batch] : [])).toEqual(['1']);
  });

  it('continues after the frames that a reader holds of this log, and yields all to a reader of another log', async () => {
    const log = makeLog(1e6);
    await log.append(frames('1', '2', '3'));
    log.finish(finished);
    const behind = async (held: LogPosition) => {
      const batches: RunBatch[] = [];
      for await (const batch of tailLog(log, never, held)) batches.push(batch);
      return [batches[0]?.from, textsOf(batches), batches.at(-1)?.end];
    };
    expect(await behind({ log: 'log', count: 2 })).toEqual([2, ['3'], finished]);
    expect(await behind({ log: 'log', count: 3 })).toEqual([3, [], finished]);
    expect(await behind({ log: 'log', count: 99 })).toEqual([3, [], finished]);
    expect(await behind({ log: 'other', count: 2 })).toEqual([0, ['1', '2', '3'], finished]);
  });

  it('ends a log without frames', async () => {
    const log = makeLog(1e6);
    log.finish(finished);
    expect(await everything(log)).toMatchObject([{ count: 0, connectionState: 'ended', end: finished }]);
  });

  it('reports a lost and a restored connection', async () => {
    const log = makeLog(1e6);
    const links: string[] = [];
    for await (const { connectionState } of tailLog(log, never)) {
      links.push(connectionState);
      if (links.length === 1) log.setConnectionState('reconnecting');
      if (links.length === 2) log.setConnectionState('live');
      if (links.length === 3) log.finish({ outcome: 'lost', error: null, incomplete: true });
    }
    expect(links).toEqual(['live', 'reconnecting', 'live', 'ended']);
  });

  it('cuts a long replay into batches of bounded length', async () => {
    const log = makeLog(1e9);
    const text = JSON.stringify('x'.repeat(100_000));
    for (let count = 0; count < 10; count += 1) await log.append(frames(text));
    log.finish(finished);
    const batches = await everything(log);
    expect(batches.map(({ count }) => count)).toEqual([2, 2, 2, 2, 2]);
    expect(batches.filter(({ end }) => end !== null)).toHaveLength(1);
  });

  it('stops if the reader leaves, while the log continues', async () => {
    const log = makeLog(1e6);
    const leaving = new AbortController();
    const reading = everything(log, leaving.signal);
    await log.append(frames('1'));
    leaving.abort();
    await reading;
    await log.append(frames('2'));
    log.finish(finished);
    expect(textsOf(await everything(log))).toEqual(['1', '2']);
  });

  it('marks a payload that is too large for any message', async () => {
    const log = makeLog(1e9);
    await log.append(frames(JSON.stringify('x'.repeat(16 * 2 ** 20))));
    log.finish(finished);
    expect(textsOf(await everything(log))).toEqual(['"This payload of 16 MB is too large to be shown."']);
  });
});

describe('a log that exceeds its memory', () => {
  const texts = Array.from({ length: 200 }, (_, index) => JSON.stringify(`é${index}${'x'.repeat(index)}\n`));

  it('stores the older part on disk, readable by the owner only, and returns everything', async () => {
    const log = makeLog(1000);
    const live = everything(log);
    for (const text of texts) await log.append(frames(text));
    log.finish(finished);
    expect(textsOf(await live)).toEqual(texts);
    const again = await everything(log);
    expect(textsOf(again)).toEqual(texts);
    expect(again.flatMap(decodeFrames).map(({ seq }) => seq)).toEqual(texts.map((_, index) => index));
    const file = await stat(join(folder, 'runs', 'r.ndjson'));
    expect(file.mode & 0o777).toBe(0o600);
    await log.remove();
    expect(await readdir(join(folder, 'runs'))).toEqual([]);
  });

  it('returns any range, from memory or disk', async () => {
    const log = makeLog(1000);
    for (const text of texts) await log.append(frames(text));
    for (let seq = 0; seq < texts.length; seq += 1) {
      const [one, ...others] = decodeFrames(await log.read(seq, seq + 1));
      expect([one?.seq, one?.text, others.length]).toEqual([seq, texts[seq], 0]);
    }
    expect(decodeFrames(await log.read(texts.length))).toEqual([]);
    await log.remove();
  });

  it('continues without old payloads if the disk fails, and says so', async () => {
    const log = makeLog(1000, 3000);
    for (const text of texts) await log.append(frames(text));
    log.finish(finished);
    const storedTexts = textsOf(await everything(log));
    expect(storedTexts).toHaveLength(texts.length);
    expect(storedTexts.every((text, index) => text === texts[index] || text === lostPayload)).toBe(true);
    expect(storedTexts).toContain(lostPayload);
    expect(storedTexts.at(-1)).toBe(texts.at(-1));
    expect(log.end?.incomplete).toBe(true);
    expect(losses).toHaveLength(1);
    await log.remove();
  });

  it('two readers of different speed read the same', async () => {
    const log = makeLog(1000);
    const readers = [everything(log), everything(log)];
    for (const text of texts) await log.append(frames(text));
    log.finish(finished);
    const [one, other] = await Promise.all(readers);
    expect(textsOf(one ?? [])).toEqual(texts);
    expect(textsOf(other ?? [])).toEqual(texts);
    await log.remove();
  });
});

it('a removed log ignores later frames, so that no file is left open', async () => {
  const log = makeLog(1e6);
  await log.append(frames('1'));
  const removing = log.remove();
  await log.append(frames('2'));
  await removing;
  await log.append(frames('3'));
  log.finish(finished);
  expect(log.length).toBe(0);
  await expect(log.archiveTo(join(folder, 'archived'), 1e6)).rejects.toMatchObject({ code: 'not-found' });
  expect(await readdir(folder)).toEqual([]);
});
