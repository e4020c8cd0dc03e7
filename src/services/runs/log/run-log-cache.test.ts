import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildFrameBatch } from '../../../testing/frame-batches.ts';
import { createLogFile } from './log-file.ts';
import { createRunLog } from './run-log.ts';
import { createRunLogCache } from './run-log-cache.ts';

const ended = { outcome: 'finished', error: null, incomplete: false } as const;
const runRef = (runId: string, connectionId = 'c') => ({ connectionId, threadId: 't', runId });
const log = (): undefined => undefined;

const roomyLimits = { logs: 64, lengthPerLog: 1e6, lengthOfAll: 1e6, bytesPerLog: 1e6 };

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'run-log-cache-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

it('the cache stores 64 logs, and evicts the oldest finished one without readers', () => {
  const cache = createRunLogCache({ dataFolder, log });
  const running = cache.add(runRef('running'));
  const read = cache.add(runRef('read'));
  read.finish(ended);
  const release = cache.retain(read);
  for (let count = 0; count < 62; count += 1) cache.add(runRef(String(count))).finish(ended);
  cache.add(runRef('65th'));
  expect(cache.get(runRef('running'))).toBe(running);
  expect(cache.get(runRef('read'))).toBe(read);
  expect(cache.get(runRef('0'))).toBeUndefined();
  expect(cache.get(runRef('1'))).toBeDefined();
  release();
  cache.add(runRef('66th'));
  expect(cache.get(runRef('read'))).toBeUndefined();
});

it('separates the runs of two connections', () => {
  const cache = createRunLogCache({ dataFolder, log });
  const here = cache.add(runRef('r', 'a'));
  const there = cache.add(runRef('r', 'b'));
  expect(cache.get(runRef('r', 'a'))).toBe(here);
  expect(cache.get(runRef('r', 'b'))).toBe(there);
});

it('the cache evicts finished logs when all of them together are too long', async () => {
  const limits = { logs: 64, lengthPerLog: 100, lengthOfAll: 150, bytesPerLog: 1e6 };
  const cache = createRunLogCache({ dataFolder, log }, limits);
  for (const runId of ['1', '2', '3']) {
    const added = cache.add(runRef(runId));
    await added.append(buildFrameBatch({ text: 'x'.repeat(80) }));
    added.finish(ended);
  }
  cache.add(runRef('4'));
  expect(['1', '2', '3', '4'].filter((runId) => cache.get(runRef(runId)))).toEqual(['2', '3', '4'].slice(-2));
});

it('removes a replaced log when its last reader leaves', async () => {
  const cache = createRunLogCache({ dataFolder, log });
  const old = cache.add(runRef('r'));
  await old.append(buildFrameBatch({ text: '1' }));
  const release = cache.retain(old);
  expect(cache.add(runRef('r'))).not.toBe(old);
  expect(old.length).toBe(1);
  release();
  await expect.poll(() => old.length).toBe(0);
});

it('removes folders of dead processes, and leaves those of running ones', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  for (const name of [`${gone}-a`, `${process.pid}-b`, 'x']) {
    await mkdir(join(dataFolder, 'runs', name), { recursive: true });
    await writeFile(join(dataFolder, 'runs', name, '1.ndjson'), 'old');
  }
  const cache = createRunLogCache({ dataFolder, log });
  cache.add(runRef('r'));
  await cache.clear();
  expect(await readdir(join(dataFolder, 'runs'))).toEqual([`${process.pid}-b`]);
});

it('the cache removes a log that its archived one replaces, once its reader leaves', () => {
  const cache = createRunLogCache({ dataFolder, log });
  const before = cache.add(runRef('r'));
  before.finish({ ...ended, outcome: 'lost' });
  let removed = 0;
  before.remove = () => Promise.resolve(void (removed += 1));
  const stored = createRunLog({
    id: 'kept',
    openFile: () => createLogFile(join(dataFolder, 'kept'), 1e6),
    memoryLimit: 1e6,
    now: () => 0,
    onLoss: () => undefined,
  });
  const release = cache.retain(before);
  cache.put(runRef('r'), stored);
  expect(cache.get(runRef('r'))).toBe(stored);
  expect(removed).toBe(0);
  release();
  expect(removed).toBe(1);
});

it('removes a log that was added after the cache was cleared, once it is released', async () => {
  const cache = createRunLogCache({ dataFolder, log }, { ...roomyLimits, lengthPerLog: 10 });
  await cache.clear();
  const late = cache.add(runRef('r'));
  const release = cache.retain(late);
  await late.append(buildFrameBatch({ text: 'x'.repeat(80) }));
  const [folder = ''] = await readdir(join(dataFolder, 'runs'));
  expect(await readdir(join(dataFolder, 'runs', folder))).toEqual(['1.ndjson']);
  release();
  await expect.poll(() => readdir(join(dataFolder, 'runs', folder))).toEqual([]);
});
