import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureWritable, writeReport } from './check-and-report.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-report-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('replaces a report as a whole', async () => {
  const path = join(folder, 'report.json');
  await writeFile(path, 'the old report, which was longer');
  await ensureWritable(path);
  await writeReport(path, 'new');
  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['report.json']);
});

it('leaves nothing half-written where the report can not take its place', async () => {
  const path = join(folder, 'report.json');
  await mkdir(path);
  await expect(writeReport(path, 'new')).rejects.toThrow(/could not be written to .*report\.json: E/);
  expect(await readdir(folder)).toEqual(['report.json']);
  expect(await readdir(path)).toEqual([]);
});
