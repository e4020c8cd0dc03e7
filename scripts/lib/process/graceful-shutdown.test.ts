import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';

const folder = import.meta.dirname;
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Started {
  readonly child: ChildProcess;
  /** Resolves at the first line of output. */
  readonly up: Promise<unknown>;
  /** The complete output of it and its children, once all have exited. */
  readonly output: Promise<string>;
}

function start(program: string, args: readonly string[]): Started {
  // A separate job, as a shell would make it.
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  children.push(child);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const output = once(child, 'close').then(() => Buffer.concat(chunks).toString());
  return { child, up: child.stdout ? once(child.stdout, 'data') : Promise.resolve(), output };
}

/** A program that runs until it is asked to end, and takes a while to shut down. */
const program = `
  import { shutDownGracefully } from './graceful-shutdown.mjs';
  shutDownGracefully(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    console.log('ended in order');
  });
  setInterval(() => undefined, 1_000);
  console.log('up');
`;
const runProgram = ['--input-type=module', '-e', program];

describe('the end of what a command has started', () => {
  test('a program ends in order when the shell that started it is killed with -9', async () => {
    // The shell waits for the program like npm, and dies silently.
    const { child, up, output } = start('sh', ['-c', `"$0" "$@" & wait`, process.execPath, ...runProgram]);
    await up;
    child.kill('SIGKILL');
    expect(await output).toMatch(/The parent process ended[^]*ended in order/);
  });

  test('a program ends in order when a process above the shell is killed', async () => {
    const { child, up, output } = start('sh', [
      '-c',
      `sh -c '"$0" "$@" & wait' "$0" "$@" & wait`,
      process.execPath,
      ...runProgram,
    ]);
    await up;
    child.kill('SIGKILL');
    expect(await output).toMatch(/ended in order/);
  });

  test('one Ctrl-C, which npm passes on a second time, does not cut the end short', async () => {
    const { child, up, output } = start(process.execPath, runProgram);
    await up;
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await output).toMatch(/ended in order/);
    expect(child.exitCode).toBe(0);
  });

  test('a program may stay at the first Ctrl-C, and ends at a later one', async () => {
    const staying = program.replace('});\n', "}, () => (console.log('stays'), true));\n");
    const { child, up, output } = start(process.execPath, ['--input-type=module', '-e', staying]);
    await up;
    const stayed = once(child.stdout ?? child, 'data');
    child.kill('SIGINT');
    await stayed;
    expect(child.exitCode).toBeNull();
    // The same Ctrl-C, passed on by npm, does not count.
    const again = setInterval(() => child.kill('SIGINT'), 1_500);
    expect(await output).toMatch(/up\nstays\n/);
    clearInterval(again);
    expect(child.exitCode).toBe(0);
  });

  test('a program that is tied to this one ends with it, however it ends', async () => {
    const tied = `
      import { runTied } from './run-tied.mjs';
      runTied(process.execPath, ['-e', 'console.log("up"); setInterval(() => undefined, 1000)']);
    `;
    const { child, up, output } = start(process.execPath, ['--input-type=module', '-e', tied]);
    await up;
    child.kill('SIGKILL');
    // All of them hold the same pipe, which closes when the last one has exited.
    expect(await output).toContain('up');
  });

  test('a program follows the process that ends it, in case only that one is killed', async () => {
    const tied = `
      import { runTied } from './run-tied.mjs';
      const program = 'console.log(process.env.REMOTE_GRAPH_STUDIO_PARENT === String(process.ppid))';
      await runTied(process.execPath, ['-e', program]).ended;
    `;
    const { output } = start(process.execPath, ['--input-type=module', '-e', tied]);
    expect(await output).toBe('true\n');
  });
});
