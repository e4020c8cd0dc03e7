import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, it, type TestContext } from 'vitest';
import { slowness } from '../../../testing/slowness.ts';
import { inFull } from '../../../testing/test-scale.ts';
import { startProgram, type Program } from './start-program.ts';

const runners = fileURLToPath(new URL('../../../../resources/project-runner', import.meta.url));
const python = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'python3'))
  .find((path) => existsSync(path));

/** A program with a child of its own that ignores polite signals; both hold the port's number and say so. */
const stubborn = `
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
if (process.argv[2] === 'grandchild') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  const server = createServer().listen(0, '127.0.0.1', () => {
    process.stdout.write(JSON.stringify({ port: server.address().port, pid: process.pid }) + '\\n');
  });
} else {
  spawn(process.execPath, [process.argv[1], 'grandchild'], { stdio: 'inherit' });
  setInterval(() => undefined, 1_000_000);
}
`;

async function createFolder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-program-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await writeFile(join(folder, 'stubborn.mjs'), stubborn);
  return folder;
}

/** Whether a process runs. On Linux, one that has ended stays in the table until its parent has noticed. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    const isThere = error instanceof Error && 'path' in error;
    return isThere && process.platform !== 'linux';
  }
};

const expectEnded = async ({ expect }: Pick<TestContext, 'expect'>, pid: number): Promise<void> => {
  await expect.poll(() => isAlive(pid), { timeout: 20_000 * slowness() }).toBe(false);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Threads of a killed process may hold its port a moment longer than it is in the process table. */
async function becomesFree(port: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isFree(port)) return true;
    await setTimeout(50);
  }
  return false;
}

interface Started {
  readonly program: Program;
  readonly first: Promise<{ readonly port: number; readonly pid: number }>;
}

function start(interpreter: string, runner: string, argv: readonly string[], cwd: string): Started {
  let onFirst: (line: string) => void = () => undefined;
  const first = new Promise<string>((resolve) => (onFirst = resolve)).then(
    (line) => JSON.parse(line) as { port: number; pid: number },
  );
  const program = startProgram(
    { interpreter, runner: join(runners, runner), argv, cwd, env: {} },
    (_source, line) => onFirst(line),
  );
  return { program, first };
}

const languages = [
  { runner: 'run.mjs', interpreter: process.execPath },
  ...(python === undefined ? [] : [{ runner: 'run.py', interpreter: python }]),
];

describe.concurrent.each(languages)('under $runner', ({ runner, interpreter }) => {
  const limit = { timeout: 30_000 * slowness() };
  const killLimit = inFull ? { timeout: 600_000 } : limit;

  it('stopping ends the whole tree, also what ignores signals, and frees the port', limit, async (test) => {
    const { expect } = test;
    const folder = await createFolder(test);
    const { program, first } = start(
      interpreter,
      runner,
      [process.execPath, join(folder, 'stubborn.mjs')],
      folder,
    );
    const { port, pid } = await first;
    await program.stop(300);
    await expectEnded(test, pid);
    await expectEnded(test, program.pid ?? 0);
    expect(await becomesFree(port)).toBe(true);
  });

  it('the tree ends whenever the studio is killed', killLimit, async (test) => {
    const { expect } = test;
    for (let kills = 0; kills < (inFull ? 20 : 1); kills += 1) {
      const { port, pid } = await killStudio(test);
      await expectEnded(test, pid);
      expect(await becomesFree(port)).toBe(true);
    }
  });

  /** Gives what ran below it. */
  async function killStudio(test: TestContext): Promise<{ readonly port: number; readonly pid: number }> {
    const folder = await createFolder(test);
    const script = join(folder, 'studio.mjs');
    const options = {
      interpreter,
      runner: join(runners, runner),
      argv: [process.execPath, join(folder, 'stubborn.mjs')],
      cwd: folder,
      env: {},
    };
    const module = new URL('start-program.ts', import.meta.url).href;
    await writeFile(
      script,
      `import { startProgram } from ${JSON.stringify(module)};
       startProgram(${JSON.stringify(options)}, (source, line) => console.log(line));`,
    );
    const tsx = fileURLToPath(import.meta.resolve('tsx'));
    const studio = spawn(process.execPath, ['--import', tsx, script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) => {
      studio.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString()));
    });
    const { port, pid } = JSON.parse(line) as { port: number; pid: number };
    studio.kill('SIGKILL');
    return { port, pid };
  }

  it('reports the exit code, and ends what the program left behind', limit, async (test) => {
    const { expect } = test;
    const folder = await createFolder(test);
    await writeFile(
      join(folder, 'leaves.mjs'),
      `import { spawn } from 'node:child_process';
       import { existsSync } from 'node:fs';
       spawn(process.execPath, [${JSON.stringify(join(folder, 'stubborn.mjs'))}, 'grandchild'], { stdio: 'inherit' });
       setInterval(() => existsSync('leave') && process.exit(7), 20);`,
    );
    const { program, first } = start(
      interpreter,
      runner,
      [process.execPath, join(folder, 'leaves.mjs')],
      folder,
    );
    const { pid } = await first;
    await writeFile(join(folder, 'leave'), '');
    expect(await program.exited).toEqual({ code: 7, error: null });
    await expectEnded(test, pid);
  });

  it('no shell reads the arguments', limit, async (test) => {
    const { expect } = test;
    const folder = await createFolder(test);
    const odd = ['$(touch gone)', '; touch gone', '`touch gone`', '& echo', '"quoted" \'twice\''];
    await writeFile(
      join(folder, 'args.mjs'),
      `import { writeFileSync } from 'node:fs';
       writeFileSync('args.json', JSON.stringify(process.argv.slice(2)));`,
    );
    const { program } = start(
      interpreter,
      runner,
      [process.execPath, join(folder, 'args.mjs'), ...odd],
      folder,
    );
    expect(await program.exited).toEqual({ code: 0, error: null });
    expect(JSON.parse(await readFile(join(folder, 'args.json'), 'utf8'))).toEqual(odd);
    expect(existsSync(join(folder, 'gone'))).toBe(false);
  });
});

it('reports a program that is not there', async (test) => {
  const { expect } = test;
  const folder = await createFolder(test);
  const lines: string[] = [];
  const program = startProgram(
    {
      interpreter: process.execPath,
      runner: join(runners, 'run.mjs'),
      argv: [join(folder, 'nothing')],
      cwd: folder,
      env: {},
    },
    (_source, line) => void lines.push(line),
  );
  expect(await program.exited).toEqual({ code: 127, error: null });
  expect(lines.join('\n')).toContain('ENOENT');

  const none = startProgram(
    {
      interpreter: join(folder, 'no-node'),
      runner: join(runners, 'run.mjs'),
      argv: ['x'],
      cwd: folder,
      env: {},
    },
    () => undefined,
  );
  expect((await none.exited).error).toContain('ENOENT');
});
