import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFileSystem, type FileSystem } from '../storage/atomic-write.ts';
import type { SpanBatch } from './encode-spans.ts';
import { openTraceQueue, type TraceQueue } from './trace-queue.ts';

let folder = '';
let warnings: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trace-queue-'));
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (maxBytes = 1_000_000, fs: FileSystem = realFileSystem): Promise<TraceQueue> =>
  openTraceQueue({ folder, maxBytes, fs, log: (_level, message) => warnings.push(message) });
const run = (runId: string, connectionId = 'staging') => ({
  connectionId,
  runId,
  endedMs: 1_700_000_000_000,
  withContent: false,
});
const batches = (...sizes: number[]): SpanBatch[] =>
  sizes.map((size, index) => ({ spans: index + 1, body: new Uint8Array(size).fill(index + 1) }));

describe('the queue of traces', () => {
  it('has what waited when it was opened last, in its order and byte for byte', async () => {
    const before = await open();
    await before.add(run('b'), batches(3, 0, 5));
    await before.add(run('a'), batches(2));
    await before.add(run('c', 'other'), batches(1));
    const queue = await open();
    expect(queue.list('staging').map(({ runId }) => runId)).toEqual(['b', 'a']);
    expect(queue.list('other')).toHaveLength(1);
    const [first] = queue.list('staging');
    if (first === undefined) throw new Error('Nothing waits.');
    expect(await queue.read(first)).toEqual(batches(3, 0, 5));
    await queue.remove(first);
    expect((await open()).list('staging').map(({ runId }) => runId)).toEqual(['a']);
  });

  it('drops the oldest of what waits when there is no more room, and says which', async () => {
    const queue = await open(5_000);
    for (const runId of ['a', 'b', 'c']) expect(await queue.add(run(runId), batches(1_500))).toEqual([]);
    expect(await queue.add(run('d'), batches(3_000))).toMatchObject([{ runId: 'a' }, { runId: 'b' }]);
    expect(queue.list('staging').map(({ runId }) => runId)).toEqual(['c', 'd']);
  });

  it('drops only the new one if that is larger than the whole queue', async () => {
    const queue = await open(5_000);
    await queue.add(run('a'), batches(1_500));
    await queue.add(run('b', 'other'), batches(1_500));
    const dropped = await queue.add(run('huge'), batches(6_000));
    expect(dropped.map(({ runId }) => runId)).toEqual(['huge']);
    expect(queue.list('staging').map(({ runId }) => runId)).toEqual(['a']);
    expect(queue.list('other').map(({ runId }) => runId)).toEqual(['b']);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('drops each trace once, and keeps to its room, when two are added at once', async () => {
    const queue = await open(5_000);
    for (const runId of ['a', 'b', 'c']) await queue.add(run(runId), batches(1_500));
    const dropped = await Promise.all([
      queue.add(run('d', 'other'), batches(1_500)),
      queue.add(run('e'), batches(1_500)),
    ]);
    expect(dropped).toMatchObject([[{ runId: 'a' }], [{ runId: 'b' }]]);
    expect(await readdir(folder)).toHaveLength(3);
  });

  it('does not drop what is being sent, but the next one', async () => {
    const queue = await open(5_000);
    for (const runId of ['a', 'b', 'c']) await queue.add(run(runId), batches(1_500));
    const [first] = queue.list('staging');
    if (first === undefined) throw new Error('Nothing waits.');
    const dropped = await queue.whileHeld(first, () => queue.add(run('d'), batches(1_500)));
    expect(dropped).toMatchObject([{ runId: 'b' }]);
    expect(await queue.read(first)).toEqual(batches(1_500));
    expect(await queue.add(run('e'), batches(1_500))).toMatchObject([{ runId: 'a' }]);
    expect(queue.list('staging').map(({ runId }) => runId)).toEqual(['c', 'd', 'e']);
    expect(await readdir(folder)).toHaveLength(3);
  });

  it('drops only a new one that has no room beside what is being sent', async () => {
    const queue = await open(5_000);
    await queue.add(run('a'), batches(3_000));
    await queue.add(run('b'), batches(500));
    await queue.add(run('c', 'other'), batches(500));
    const [first] = queue.list('staging');
    if (first === undefined) throw new Error('Nothing waits.');
    const dropped = await queue.whileHeld(first, () => queue.add(run('d'), batches(3_000)));
    expect(dropped.map(({ runId }) => runId)).toEqual(['d']);
    expect(queue.list('staging').map(({ runId }) => runId)).toEqual(['a', 'b']);
    expect(queue.list('other').map(({ runId }) => runId)).toEqual(['c']);
  });

  it('leaves out files that are damaged or half written, and says so', async () => {
    const queue = await open();
    for (const runId of ['cut', 'whole']) await queue.add(run(runId), batches(100));
    const [cut] = await readdir(folder);
    await truncate(join(folder, cut ?? ''), 120);
    await writeFile(join(folder, `.${cut}.0123456789ab.tmp`), 'half');
    const reopened = await open();
    expect(reopened.list('staging').map(({ runId }) => runId)).toEqual(['whole']);
    expect(warnings).toEqual([expect.stringContaining(cut ?? '?')]);
    expect(await readdir(folder)).toEqual([`${cut}.damaged`, expect.stringMatching(/\.otlp$/)]);
  });

  it('keeps what can’t be read for now', async () => {
    await (await open()).add(run('a'), batches(100));
    let fails = true;
    const flaky: FileSystem = {
      ...realFileSystem,
      readFile: new Proxy(realFileSystem.readFile, {
        apply: (target, self, args) =>
          fails
            ? Promise.reject(Object.assign(new Error('Too many open files'), { code: 'EMFILE' }))
            : Reflect.apply(target, self, args),
      }),
    };
    const queue = await open(1_000_000, flaky);
    expect(await queue.readAgain()).toBe(false);
    expect(queue.list('staging')).toEqual([]);
    expect(warnings).toHaveLength(1);
    fails = false;
    await queue.add(run('b'), batches(100));
    expect(await queue.readAgain()).toBe(true);
    expect(queue.list('staging').map(({ runId }) => runId)).toEqual(['a', 'b']);
    const [trace] = queue.list('staging');
    if (trace === undefined) throw new Error('Nothing waits.');
    fails = true;
    await expect(queue.read(trace)).rejects.toMatchObject({ code: 'EMFILE' });
    fails = false;
    expect(await queue.read(trace)).toEqual(batches(100));
  });

  it('keeps a few damaged files for a while, the newest', async () => {
    const nameOf = (queuedAt: number): string =>
      `${String(queuedAt).padStart(15, '0')}-${'a'.repeat(32)}.otlp.damaged`;
    const now = Date.now();
    const recent = Array.from({ length: 12 }, (_, index) => nameOf(now - 1000 * index));
    const old = nameOf(now - 31 * 24 * 3_600_000);
    for (const name of [...recent.slice(0, 3), old, 'notes.txt']) await writeFile(join(folder, name), 'xx');
    await open();
    expect(await readdir(folder)).toEqual([...recent.slice(0, 3).toReversed(), 'notes.txt']);
    for (const name of recent) await writeFile(join(folder, name), 'xx');
    await open();
    expect(await readdir(folder)).toEqual([...recent.slice(0, 10).toReversed(), 'notes.txt']);
    // Nor more bytes than the queue may have.
    await open(6);
    expect(await readdir(folder)).toEqual([...recent.slice(0, 3).toReversed(), 'notes.txt']);
  });

  it('does not say of a file that is gone that it was damaged', async () => {
    const queue = await open();
    await queue.add(run('a'), batches(100));
    const [trace] = queue.list('staging');
    if (trace === undefined) throw new Error('Nothing waits.');
    await rm(join(folder, trace.name));
    expect(await queue.read(trace)).toBeNull();
    await queue.setAside(trace);
    expect(queue.list('staging')).toEqual([]);
    expect(warnings).toEqual([`A trace that waited to be sent is gone: ${trace.name}`]);
  });

  it('sets aside what was damaged while it waited', async () => {
    const queue = await open();
    await queue.add(run('a'), batches(100));
    const [trace] = queue.list('staging');
    if (trace === undefined) throw new Error('Nothing waits.');
    await truncate(join(folder, trace.name), 120);
    expect(await queue.read(trace)).toBeNull();
    await queue.setAside(trace);
    expect(queue.list('staging')).toEqual([]);
    expect(await readdir(folder)).toEqual([`${trace.name}.damaged`]);
    expect(warnings).toEqual([expect.stringContaining(trace.name)]);
  });
});
