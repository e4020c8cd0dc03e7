import { appendFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAuditLog, type AuditEntry } from './audit-log.ts';
import { readAuditLog } from './read-audit-log.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-audit-'));
  path = join(folder, 'audit.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const entry = (call: string): AuditEntry => ({
  subject: 'ada',
  name: 'Ada',
  role: 'edit',
  call,
  server: { id: '6c', name: null },
  targets: { threadIds: ['a', 'b'] },
  outcome: 'refused',
  code: 'forbidden',
});
async function write(calls: readonly string[]): Promise<void> {
  const log = createAuditLog({ path, maxBytes: 500, olderFiles: 9, onProblem: () => undefined });
  for (const call of calls) await log.write(entry(call));
  await log.close();
}
async function callsOf(lines: AsyncIterable<{ readonly call: string } | null>): Promise<(string | null)[]> {
  const calls = [];
  for await (const line of lines) calls.push(line?.call ?? null);
  return calls;
}

it('an audit log is read in the order in which it was written, over all its files', async () => {
  const calls = Array.from({ length: 15 }, (_, number) => String(number));
  await write(calls);
  const lines = [];
  for await (const line of readAuditLog(path)) lines.push(line);
  expect(lines.map((line) => line?.call)).toEqual(calls);
  expect(lines[0]).toEqual({ time: expect.stringMatching(/Z$/), ...entry('0') });
});

it('an audit log that goes on in a new file while it is read yields each line once', async () => {
  await write(['1', '2', '3']);
  const lines = readAuditLog(path);
  const first = await lines.next();
  await write(Array.from({ length: 6 }, (_, number) => `later ${number}`));
  const calls = [first.value?.call, ...(await callsOf(lines))].filter(
    (call) => call?.startsWith('later') !== true,
  );
  expect(calls).toEqual(['1', '2', '3']);
});

it('lines of an audit log that are cut, foreign or too long are reported, and the next ones read', async () => {
  await write(['1']);
  await appendFile(path, `{"time":"2026\n[]\n{"time":"yesterday"}\n\n${'x'.repeat(1_000_001)}\n`);
  await write(['2']);
  await appendFile(path, '{"time":');
  expect(await callsOf(readAuditLog(path))).toEqual(['1', null, null, null, null, null, '2', null]);
});

it('a line without an end takes no memory of its own size', async () => {
  const file = await open(path, 'w');
  await file.truncate(200 * 2 ** 20);
  await file.close();
  await writeFile(`${path}.1`, '');
  const before = process.memoryUsage().rss;
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 5);
  expect(await callsOf(readAuditLog(path))).toEqual([null]);
  clearInterval(timer);
  expect(most).toBeLessThan(100 * 2 ** 20);
});

it('nothing is read where no audit log was written', async () => {
  expect(await callsOf(readAuditLog(path))).toEqual([]);
});
