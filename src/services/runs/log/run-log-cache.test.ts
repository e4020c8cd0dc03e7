import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildFrameBatch } from '../../../testing/fixtures/frame-batches.ts';
import { createLogFile } from './log-file.ts';
import { createRunLog } from './run-log.ts';
import { createRunLogCache } from './run-log-cache.ts';

const ended = { outcome: 'finished', error: null, incomplete: false } as const;
const place = (runId: string, connectionId = 'c') => ({ connectionId, threadId: 't', runId });
const log = (): undefined => undefined;

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'shelf-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

it('D-13: keeps 64 logs and lets go of the oldest that has ended and is not read', () => {
  const shelf = createRunLogCache({ dataFolder, log });
  const running = shelf.add(place('running'));
  const read = shelf.add(place('read'));
  read.finish(ended);
  const release = shelf.retain(read);
  for (let count = 0; count < 62; count += 1) shelf.add(place(String(count))).finish(ended);
  shelf.add(place('65th'));
  expect(shelf.get(place('running'))).toBe(running);
  expect(shelf.get(place('read'))).toBe(read);
  expect(shelf.get(place('0'))).toBeUndefined();
  expect(shelf.get(place('1'))).toBeDefined();
  release();
  shelf.add(place('66th'));
  expect(shelf.get(place('read'))).toBeUndefined();
});

it('tells runs of two connections apart', () => {
  const shelf = createRunLogCache({ dataFolder, log });
  const here = shelf.add(place('r', 'a'));
  const there = shelf.add(place('r', 'b'));
  expect(shelf.get(place('r', 'a'))).toBe(here);
  expect(shelf.get(place('r', 'b'))).toBe(there);
});

it('R-9: lets go of ended logs when all of them together are too long', async () => {
  const limits = { logs: 64, lengthPerLog: 100, lengthOfAll: 150, bytesPerLog: 1e6 };
  const shelf = createRunLogCache({ dataFolder, log }, limits);
  for (const runId of ['1', '2', '3']) {
    const added = shelf.add(place(runId));
    await added.append(buildFrameBatch({ text: 'x'.repeat(80) }));
    added.finish(ended);
  }
  shelf.add(place('4'));
  expect(['1', '2', '3', '4'].filter((runId) => shelf.get(place(runId)))).toEqual(['2', '3', '4'].slice(-2));
});

it('keeps a log that was replaced until its last reader left', async () => {
  const shelf = createRunLogCache({ dataFolder, log });
  const old = shelf.add(place('r'));
  await old.append(buildFrameBatch({ text: '1' }));
  const release = shelf.retain(old);
  expect(shelf.add(place('r'))).not.toBe(old);
  expect(old.length).toBe(1);
  release();
  await expect.poll(() => old.length).toBe(0);
});

it('removes what processes left behind that are gone, and nothing of those that run', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  for (const name of [`${gone}-a`, `${process.pid}-b`, 'x']) {
    await mkdir(join(dataFolder, 'runs', name), { recursive: true });
    await writeFile(join(dataFolder, 'runs', name, '1.ndjson'), 'old');
  }
  const shelf = createRunLogCache({ dataFolder, log });
  shelf.add(place('r'));
  await shelf.clear();
  expect(await readdir(join(dataFolder, 'runs'))).toEqual([`${process.pid}-b`]);
});

it('R-9: lets go of a log in whose place one of an earlier time is put', () => {
  const shelf = createRunLogCache({ dataFolder, log });
  const before = shelf.add(place('r'));
  before.finish({ ...ended, outcome: 'lost' });
  let removed = 0;
  before.remove = () => Promise.resolve(void (removed += 1));
  const kept = createRunLog({
    id: 'kept',
    openFile: () => createLogFile(join(dataFolder, 'kept'), 1e6),
    memoryLimit: 1e6,
    now: () => 0,
    onLoss: () => undefined,
  });
  const release = shelf.retain(before);
  shelf.put(place('r'), kept);
  expect(shelf.get(place('r'))).toBe(kept);
  expect(removed).toBe(0);
  release();
  expect(removed).toBe(1);
});
