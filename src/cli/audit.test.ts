import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isolateDataFolder } from '../testing/isolate-data-folder.ts';
import { runMain } from './testing/run-main.ts';

const folder = isolateDataFolder();
const logPath = (): string => join(folder.path, 'logs', 'audit.jsonl');
const minuteMs = 60_000;

function line(minutesAgo: number, call: string, rest: Readonly<Record<string, unknown>> = {}): string {
  const time = new Date(Date.now() - minutesAgo * minuteMs).toISOString();
  const entry = { subject: '3f1c', name: 'Ada', role: 'run', call, server: null, targets: {} };
  return `${JSON.stringify({ time, ...entry, outcome: 'done', code: null, ...rest })}\n`;
}

const audit = (...args: string[]) => runMain(['audit', ...args]);
async function calls(...args: string[]): Promise<string[]> {
  const { code, out } = await audit('--json', ...args);
  expect(code).toBe(0);
  const lines = out.split('\n').filter((text) => text !== '');
  return lines.map((text) => (JSON.parse(text) as { readonly call: string }).call);
}

beforeEach(async () => {
  await rm(join(folder.path, 'logs'), { recursive: true, force: true });
  await mkdir(join(folder.path, 'logs'));
  await writeFile(`${logPath()}.1`, line(60 * 24, 'threads.delete'));
  await writeFile(
    logPath(),
    line(120, 'runs.start') +
      line(60, 'runs.cancel', { subject: 'b0b', name: 'Bob' }) +
      line(1, 'runsTable.save', { outcome: 'refused', code: 'forbidden' }),
  );
});

describe('the audit command', () => {
  it('prints all lines of all files, oldest first', async () => {
    expect(await calls()).toEqual(['threads.delete', 'runs.start', 'runs.cancel', 'runsTable.save']);
  });

  it.each([
    [['--user', 'Bob'], ['runs.cancel']],
    [['--user', 'b0b'], ['runs.cancel']],
    [['--user', 'Bo'], []],
    [
      ['--call', 'runs'],
      ['runs.start', 'runs.cancel'],
    ],
    [
      ['--call', 'runs.start', '--call', 'threads'],
      ['threads.delete', 'runs.start'],
    ],
    [
      ['--since', '90m'],
      ['runs.cancel', 'runsTable.save'],
    ],
    [['--until', '12h'], ['threads.delete']],
    [['--since', '2000-01-01', '--until', '2000-01-01T00:00:00Z'], []],
    [['--outcome', 'refused'], ['runsTable.save']],
    [['--user', 'Ada', '--call', 'runs', '--since', '1d'], ['runs.start']],
  ])('with %j prints %j', async (args, expected) => {
    expect(await calls(...args)).toEqual(expected);
  });

  it('prints each call in one line for people', async () => {
    await writeFile(
      logPath(),
      line(0, 'runs.start', {
        server: { id: '6c', name: 'Staging' },
        targets: { threadId: 't1', runIds: ['r1', 'r2'] },
        outcome: 'failed',
        code: 'offline',
      }),
    );
    const { out } = await audit('--since', '1h');
    expect(out).toMatch(
      /^\S+Z {2}failed \(offline\) {2}Ada \(3f1c\), run {2}runs\.start {2}server Staging; threadId t1; runIds r1, r2\n$/,
    );
  });

  it('shows names that would act on a terminal as text, in one line', async () => {
    const hostile = 'Eve\u001b[2J\u202e\n2026-01-01T00:00:00Z  done  Root';
    await writeFile(
      logPath(),
      line(0, 'x', {
        name: hostile,
        targets: { [`t\r${hostile}`]: hostile },
        server: { id: hostile, name: null },
      }),
    );
    for (const args of [[], ['--json']]) {
      const { out } = await audit('--since', '1h', ...args);
      expect(out.split('\n')).toHaveLength(2);
      // eslint-disable-next-line no-control-regex
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    }
  });

  it('says how many lines are damaged, and prints the others', async () => {
    await appendFile(logPath(), '{"time":"2026');
    const { code, out, err } = await audit();
    expect([code, out.trim().split('\n').length]).toEqual([0, 4]);
    expect(err).toBe('Warning: 1 line of the log can’t be read and may be cut off.\n');
  });

  it('fails where there is no log, rather than to say that nothing was changed', async () => {
    await rm(join(folder.path, 'logs'), { recursive: true });
    const { code, out, err } = await audit();
    expect([code === 0, out]).toEqual([false, '']);
    expect(err).toContain('There is no audit log at');
  });

  it.each(['yesterday', '7', '2026-13-01', '11/27/2026', '1w'])('refuses the time %s', async (time) => {
    const { code, err } = await audit('--since', time);
    expect([code, err.includes(`not "${time}"`)]).toEqual([2, true]);
  });
});
