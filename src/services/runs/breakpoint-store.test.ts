import * as nodeFiles from 'node:fs/promises';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileSystem } from '../storage/atomic-write.ts';
import { createBreakpointStore, type BreakpointStoreLimits } from './breakpoint-store.ts';

let dataFolder: string;
let logged: string[];
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'breakpoints-test-'));
  logged = [];
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

function start({ fs, limits }: { fs?: Partial<FileSystem>; limits?: BreakpointStoreLimits } = {}) {
  let seconds = 0;
  return createBreakpointStore({
    platform: { dataFolder, log: (_level, message) => logged.push(message) },
    now: () => new Date((seconds += 1) * 1000),
    ...(fs && { fs: { ...nodeFiles, ...fs } }),
    ...(limits && { limits }),
  });
}

const files = async (): Promise<string[]> =>
  (await readdir(join(dataFolder, 'breakpoints'))).filter((name) => name.endsWith('.json'));
const thread = (threadId: string, connectionId = 'c') => ({ connectionId, threadId });
const line = (text: string) => ({
  at: '2026-01-01T00:00:00.000Z',
  nodeId: 'plan',
  side: 'before' as const,
  visit: 1,
  checkpointId: 'k',
  runId: 'r',
  text,
});
const visits = { counts: { 'at plan': 2 }, sinceInput: true, checkpointId: 'k' };

describe('what breakpoints left on threads', () => {
  it('is the same after a restart of the studio, in private files', async () => {
    const first = start();
    await first.addLines(thread('../t'), [line('a'), line('b')]);
    await first.clearLog(thread('../t'));
    await first.addLines(thread('../t'), [line('{"n": 9007199254740993}')]);
    await first.setVisits(thread('../t'), visits);
    await first.flush();
    const later = start();
    expect(await later.log(thread('../t'))).toEqual({
      lines: [{ ...line('{"n": 9007199254740993}'), seq: 3 }],
      dropped: 0,
    });
    expect(await later.visits(thread('../t'))).toEqual(visits);
    expect(await later.visits(thread('other'))).toBeNull();
    const [name = ''] = await files();
    expect(name).toMatch(/^[0-9a-f]{40}\.json$/);
    expect((await stat(join(dataFolder, 'breakpoints', name))).mode & 0o777).toBe(0o600);
  });

  it('is on disk without waiting for the end of the studio', async () => {
    await start().addLines(thread('t'), [line('a')]);
    await expect.poll(files).toHaveLength(1);
    expect((await start().log(thread('t'))).lines).toHaveLength(1);
  });

  it('keeps the newest lines of a thread within limits, and counts the others', async () => {
    const store = start({ limits: { linesPerThread: 3, unitsPerThread: 10, threads: 5 } });
    await store.addLines(thread('t'), ['a', 'b', 'c', 'd'].map(line));
    expect(await store.log(thread('t'))).toMatchObject({ dropped: 1, lines: [{ seq: 2 }, {}, { seq: 4 }] });
    await store.addLines(thread('t'), [line('long text')]);
    expect(await store.log(thread('t'))).toMatchObject({ dropped: 3, lines: [{ text: 'd' }, { seq: 5 }] });
    await store.clearLog(thread('t'));
    expect(await store.log(thread('t'))).toEqual({ lines: [], dropped: 0 });
  });

  it('keeps the threads that were used last', async () => {
    const limits = { linesPerThread: 3, unitsPerThread: 10, threads: 2 };
    const store = start({ limits });
    for (const id of ['a', 'b', 'a', 'c']) await store.addLines(thread(id), [line(id)]);
    await store.flush();
    expect(await files()).toHaveLength(2);
    const later = start({ limits });
    await later.addLines(thread('d'), [line('d')]);
    const logs = await Promise.all(['a', 'b', 'c', 'd'].map((id) => later.log(thread(id))));
    expect(logs.map(({ lines }) => lines.length)).toEqual([0, 0, 1, 1]);
  });

  it('stays in memory if the disk refuses, which is logged, and is written with the next change', async () => {
    let isFull = true;
    const open: FileSystem['open'] = (...args) =>
      isFull ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) : nodeFiles.open(...args);
    const store = start({ fs: { open } });
    await store.addLines(thread('t'), [line('a')]);
    await store.flush();
    expect((await store.log(thread('t'))).lines).toHaveLength(1);
    expect(logged.join()).toContain('the disk is full');
    isFull = false;
    await store.addLines(thread('other'), [line('b')]);
    await store.flush();
    expect((await start().log(thread('t'))).lines).toHaveLength(1);
  });

  it('is removed with its thread or its server', async () => {
    const store = start();
    for (const [threadId, connectionId] of [
      ['a', 'c'],
      ['b', 'c'],
      ['a', 'd'],
    ] as const)
      await store.setVisits(thread(threadId, connectionId), visits);
    await store.forget('c', ['a']);
    expect(await files()).toHaveLength(2);
    await store.forget('c');
    expect(await files()).toHaveLength(1);
    expect(await start().visits(thread('a', 'd'))).toEqual(visits);
  });
});
