import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRunShelf } from './run-shelf.ts';

const ended = { outcome: 'finished', error: null, incomplete: false } as const;
const place = (runId: string, connectionId = 'c') => ({ connectionId, threadId: 't', runId });
const log = (): undefined => undefined;

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'shelf-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

it('D-13: keeps 64 logs and lets go of the oldest that has ended and is not read', () => {
  const shelf = createRunShelf({ dataFolder, log });
  const running = shelf.add(place('running'));
  const read = shelf.add(place('read'));
  read.finish(ended);
  const release = shelf.hold(read);
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
  const shelf = createRunShelf({ dataFolder, log });
  const here = shelf.add(place('r', 'a'));
  const there = shelf.add(place('r', 'b'));
  expect(shelf.get(place('r', 'a'))).toBe(here);
  expect(shelf.get(place('r', 'b'))).toBe(there);
});

it('removes what an earlier process left behind', async () => {
  await mkdir(join(dataFolder, 'runs'));
  await writeFile(join(dataFolder, 'runs', '1.ndjson'), 'old');
  const shelf = createRunShelf({ dataFolder, log });
  await shelf.clear();
  expect(await readdir(dataFolder)).toEqual([]);
});
