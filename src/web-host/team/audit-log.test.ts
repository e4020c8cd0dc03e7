import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuditLog, type AuditEntry } from './audit-log.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
});
afterEach(() => rm(folder, { recursive: true }));

const entry = (call: string): AuditEntry => ({
  subject: 'ada',
  name: 'Ada',
  role: 'edit',
  call,
  server: null,
  targets: {},
  outcome: 'done',
  code: null,
});
const callsIn = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as AuditEntry).call);

it('an audit log appends a line for each change, which only its owner can read, after those of earlier starts', async () => {
  const path = join(folder, 'logs', 'audit.jsonl');
  for (const start of ['first', 'second']) {
    const log = createAuditLog({ path, onProblem: () => undefined });
    await log.ready();
    await Promise.all([1, 2, 3].map((number) => log.write(entry(`${start}.${number}`))));
    await log.close();
  }
  expect(await callsIn(path)).toEqual(['first.1', 'first.2', 'first.3', 'second.1', 'second.2', 'second.3']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('an audit log goes on in a new file by size, keeps as many as are named, and splits no line', async () => {
  const path = join(folder, 'audit.jsonl');
  const log = createAuditLog({ path, maxBytes: 500, olderFiles: 2, onProblem: () => undefined });
  for (let number = 0; number < 40; number += 1) await log.write(entry(String(number)));
  await log.close();
  expect((await readdir(folder)).toSorted()).toEqual(['audit.jsonl', 'audit.jsonl.1', 'audit.jsonl.2']);
  const kept = await Promise.all([`${path}.2`, `${path}.1`, path].map(callsIn));
  const numbers = kept.flat().map(Number);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => 40 - numbers.length + index));
});

it('an audit log that can not be written allows no change, and writes what is missing once it can', async () => {
  const blocked = join(folder, 'logs');
  await writeFile(blocked, 'a file');
  const problems: string[] = [];
  const path = join(blocked, 'audit.jsonl');
  const log = createAuditLog({ path, onProblem: (message) => problems.push(message) });
  await expect(log.ready()).rejects.toMatchObject({ code: 'storage' });
  await log.write(entry('under.way'));
  await expect(log.ready()).rejects.toMatchObject({ code: 'storage' });
  expect(problems[0]).toContain("can't be written");
  await rm(blocked);
  await mkdir(blocked);
  await log.ready();
  expect(await callsIn(path)).toEqual(['under.way']);
  await log.close();
});
