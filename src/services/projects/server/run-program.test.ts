import { ChildProcess } from 'node:child_process';
import { expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

it('a program is not started, and the studio goes on, when too many files are open for its pipes', async () => {
  // As Node does: the child has no streams, and its error comes later.
  const startChild = (): ChildProcess => {
    const child = new ChildProcess();
    process.nextTick(() => child.emit('error', new Error('spawn token EMFILE')));
    return child;
  };
  const run = { program: 'token', args: [], cwd: '/', input: '', maxOutputBytes: 1000, timeoutMs: 60_000 };
  expect(await runProgram(run, new AbortController().signal, startChild)).toEqual({
    kind: 'not-started',
    problem: 'spawn token EMFILE',
  });
});
