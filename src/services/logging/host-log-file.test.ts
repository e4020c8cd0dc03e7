import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHostLog } from './host-log.ts';
import { createHostLogFile } from './host-log-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-file-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('the file of a log is readable by its owner only, and continued by the next start', async () => {
  const path = join(folder, 'logs', 'studio.log');
  for (const word of ['first', 'second']) {
    const file = createHostLogFile({ path });
    file.write(`${word} line\n`);
    file.write(`${word} line too\n`);
    await file.close();
    file.write('too late\n');
  }
  expect(await readFile(path, 'utf8')).toBe('first line\nfirst line too\nsecond line\nsecond line too\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'logs'))).mode & 0o777).toBe(0o700);
});

it('the file of a log is bounded, and keeps the newest lines', async () => {
  const path = join(folder, 'studio.log');
  const file = createHostLogFile({ path, maxBytes: 1_000 });
  for (let line = 0; line < 300; line += 1) {
    file.write(`line ${line}\n`);
    if (line % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await file.close();
  expect((await readdir(folder)).toSorted()).toEqual(['studio.log', 'studio.log.1']);
  expect((await stat(path)).size).toBeLessThanOrEqual(1_000);
  expect((await stat(`${path}.1`)).size).toBeLessThanOrEqual(1_000);
  const both = (await readFile(`${path}.1`, 'utf8')) + (await readFile(path, 'utf8'));
  expect(both).toMatch(/line 298\nline 299\n$/);
});

it('the file of a log is bounded also when many lines wait for the disk', async () => {
  const path = join(folder, 'studio.log');
  const file = createHostLogFile({ path, maxBytes: 1_000 });
  for (let line = 0; line < 300; line += 1) file.write(`line ${line}\n`);
  await file.close();
  expect((await stat(path)).size).toBeLessThanOrEqual(1_000);
  expect((await stat(`${path}.1`)).size).toBeLessThanOrEqual(1_000);
  expect(await readFile(path, 'utf8')).toMatch(/line 298\nline 299\n$/);
});

it('a log says how many lines its disk refused, once it takes lines again', async () => {
  const path = join(folder, 'gone', 'studio.log');
  // A file in the folder's place.
  const blocker = createHostLogFile({ path: join(folder, 'gone') });
  blocker.write('in the way\n');
  await blocker.close();
  const file = createHostLogFile({ path });
  file.write('one\n');
  file.write('two\n');
  // By then both were refused: this asks the disk more often.
  for (let ask = 0; ask < 20; ask += 1) await stat(path).catch(() => undefined);
  await rm(join(folder, 'gone'));
  file.write('three\n');
  await file.close();
  expect(await readFile(path, 'utf8')).toMatch(/^\S+ warn 2 lines could not be written here\.\nthree\n$/);
});

it('a flood of lines for a slow disk is bounded in memory, and counted', async () => {
  const path = join(folder, 'studio.log');
  const file = createHostLogFile({ path, maxPending: 50 });
  for (let line = 0; line < 100; line += 1) file.write('0123456789\n');
  const writtenLines = async (): Promise<number> =>
    (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line === '0123456789').length;
  // The first line alone, then all that have waited for it.
  await expect.poll(writtenLines).toBeGreaterThan(3);
  file.write('after\n');
  await file.close();
  const text = await readFile(path, 'utf8');
  const written = await writtenLines();
  expect(text).toContain(` warn ${100 - written} lines could not be written here.\n`);
  expect(text).toMatch(/after\n$/);
});

it('a host’s log has the lines from before its file was opened, and the last ones of a process that exits', async () => {
  const lines: string[] = [];
  const { log, openFile, close } = createHostLog({
    write: (line: string | Uint8Array) => lines.push(String(line)) > 0,
  });
  log('info', 'before the data folder was known');
  openFile(folder);
  log('warn', 'while it runs');
  const listeners = process.listeners('exit');
  // What Node calls at `process.exit()`, before any of the pending promises.
  listeners.at(-1)?.call(process, 0);
  await close();
  expect(process.listeners('exit')).toHaveLength(listeners.length - 1);
  const text = await readFile(join(folder, 'logs', 'studio.log'), 'utf8');
  for (const line of lines) expect(text).toContain(line);
});
