import { expect, test } from 'vitest';
import { slowness } from '../../../src/testing/slowness.ts';
import { run } from './run.mjs';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Starts a process that spins, prints its ID, and waits for it. */
const startSpinning = `
  const spinning = require('node:child_process').spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  console.log(spinning.pid);
  setInterval(() => undefined, 1000);
`;

test('a program that is over its time limit is ended with a process of its own that spins', async () => {
  // Long enough to start two programs.
  const timeoutMs = 700 * slowness();
  const { code, output, timedOut } = await run(process.execPath, ['-e', startSpinning], { timeoutMs });
  expect([code, timedOut]).toEqual([1, true]);
  const pid = Number(output);
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a program that ends within its time limit keeps its own exit code', async () => {
  const { code, output, timedOut } = await run(
    process.execPath,
    ['-e', 'console.log("done"); process.exitCode = 3'],
    {
      timeoutMs: 60_000,
    },
  );
  expect({ code, output: output.trim(), timedOut }).toEqual({ code: 3, output: 'done', timedOut: false });
});

test('a program that can not be started says so, with and without a limit', async () => {
  for (const timeoutMs of [undefined, 60_000]) {
    const { code, output, timedOut } = await run('no-such-program-here', [], { timeoutMs });
    expect([code, timedOut]).toEqual([1, false]);
    expect(output).toContain('no-such-program-here');
  }
});
