import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScrubber } from '../logging/scrubber.ts';
import { createLogScrubber } from '../scrubbing/log-scrubber.ts';
import { runCommand } from './run-command.ts';
import { slowness } from '../../testing/slowness.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const scrub = createLogScrubber(createScrubber());

async function run(
  code: string,
  limits = { ms: 20_000, outputBytes: 64 * 1024 },
  signal = new AbortController().signal,
) {
  const script = join(folder, `${crypto.randomUUID()} script.mjs`);
  await writeFile(script, code);
  return runCommand({ command: [process.execPath, script, '$HOME; echo', '*'], limits, scrub, signal });
}

describe('a credential command', () => {
  it('gets its arguments as they are, without a shell, and no input', async () => {
    const code = `process.stdin.on('data', () => {}).on('end', () => console.log(JSON.stringify(process.argv.slice(2))))`;
    expect(await run(code)).toBe('["$HOME; echo","*"]\n');
  });

  it('runs in the home folder, wherever the studio was started', async () => {
    const before = process.cwd();
    try {
      process.chdir(folder);
      expect(await run('console.log(process.cwd())')).toBe(`${await realpath(homedir())}\n`);
    } finally {
      process.chdir(before);
    }
  });

  it('that fails is reported with its exit code and its last line', async () => {
    await expect(
      run(`console.error('first'); console.error('Session ended: log in.'); process.exit(3)`),
    ).rejects.toMatchObject({
      code: 'credential',
      message: 'The credential command ended with exit code 3.',
      details: { stderr: 'Session ended: log in.' },
    });
  });

  it.each([
    'token=sk-proj-Zq8fR2Lx91Wm4Ty7',
    'refused Zq8fR2Lx91Wm4Ty7aaPPd0',
    'Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.Zq8fR2Lx91Wm4Ty7',
  ])('that prints a secret on its standard error does not get it into the error: %s', async (line) => {
    const error: unknown = await run(
      `console.log('{"token":"Zq8fR2Lx91Wm4Ty7"}'); console.error(${JSON.stringify(line)}); process.exit(1)`,
    ).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'credential' });
    expect(JSON.stringify([error, String(error), Reflect.get(error as object, 'details')])).not.toContain(
      'Zq8fR2Lx91Wm4Ty7',
    );
  });

  it('that hangs is ended with what it started', async () => {
    const pidFile = join(folder, 'grandchild');
    const code = `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      writeFileSync(${JSON.stringify(pidFile)}, String(child.pid)); setInterval(() => {}, 1000);`;
    // Long enough to start two programs.
    const seconds = slowness();
    await expect(run(code, { ms: seconds * 1000, outputBytes: 1024 })).rejects.toMatchObject({
      message: `The credential command took longer than ${seconds} s and was ended.`,
    });
    if (process.platform === 'win32') return;
    const { readFile } = await import('node:fs/promises');
    const pid = Number(await readFile(pidFile, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('that prints without end is ended', async () => {
    const code = `const write = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', write); }; write();`;
    await expect(run(code)).rejects.toMatchObject({
      message: 'The credential command printed more than 64 kB and was ended.',
    });
  });

  it('that nobody waits for any more is ended', async () => {
    const abort = new AbortController();
    const running = run('setInterval(() => {}, 1000)', undefined, abort.signal);
    setTimeout(() => abort.abort(), 300);
    await expect(running).rejects.toMatchObject({ message: 'The credential command was called off.' });
  });

  it('that is not there is reported as not there', async () => {
    const command = ['no-such-program-4711'];
    const { signal } = new AbortController();
    await expect(runCommand({ command, scrub, signal })).rejects.toMatchObject({
      message:
        'The credential command could not be started: there is no program "no-such-program-4711" on the path.',
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
