import { spawn } from 'node:child_process';
import { readLines } from '../../common/read-lines.ts';
import { usersEnvironment } from './users-environment.ts';

// A program and how to start it: no shell, so no argument is ever interpreted.
// - `interpreter`: Runs the runner: `node` or `python`, as an absolute path.
// - `runner`: `run.mjs` or `run.py` of `resources/project-runner`.
// - `argv`: The program, as an absolute path, and its arguments.
// - `env`: The whole environment.
export interface ProgramOptions {
  readonly interpreter: string;
  readonly runner: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

// - `pid`: Process id of the runner, which leads the process group; `undefined` if it could not be started.
// - `exited`: Resolves when the whole process group is gone: the exit code, or why it could not be started. What the
//   program leaves behind is ended first.
export interface Program {
  readonly pid: number | undefined;
  // Asks the whole process group to exit; kills it after `graceMs`. Resolves when all of it is gone. Later calls
  // wait for the first.
  stop(graceMs: number): Promise<void>;
  readonly exited: Promise<{ readonly code: number | null; readonly error: string | null }>;
}

const leftoverGraceMs = 3_500;

// Starts a program in a process group of its own, under a runner that ends the group when this process is gone,
// even by `kill -9`. Only this file and `run-program.ts` start processes in the services, beside the demo server.
export function startProgram(
  { interpreter, runner, argv, cwd, env }: ProgramOptions,
  onLine: (source: 'out' | 'err', line: string) => void,
): Program {
  const child = spawn(interpreter, [runner, ...argv], {
    cwd,
    env: { ...env },
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  readLines(child.stdout, (line) => onLine('out', line));
  readLines(child.stderr, (line) => onLine('err', line));
  // Writing to a program that has ended is no failure.
  child.stdin.on('error', () => undefined);

  const killGroup = (): void => {
    try {
      if (child.pid === undefined) return;
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  };

  let leftovers: NodeJS.Timeout | undefined;
  const exited = new Promise<{ code: number | null; error: string | null }>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, error: error.message });
    });
    child.once('exit', () => (leftovers = setTimeout(killGroup, leftoverGraceMs)));
    // Comes when no process of the group holds the output any more.
    child.once('close', (code) => {
      clearTimeout(leftovers);
      killGroup();
      resolve({ code, error: null });
    });
  });

  return {
    pid: child.pid,
    exited,
    async stop(graceMs) {
      child.stdin.end('stop\n');
      const timer = setTimeout(killGroup, graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

// How long a program that opens a window is watched for an error, in milliseconds.
const openedMs = 1_500;

/**
 * Starts a program of the user, such as an editor, which outlives the studio: without a shell, and with the user's
 * environment. Resolves with why it could not be started, as a sentence, or with `null`.
 */
export function openProgram(program: string, args: readonly string[], cwd: string): Promise<string | null> {
  const child = spawn(program, args, {
    cwd,
    env: usersEnvironment(),
    shell: false,
    stdio: 'ignore',
    detached: true,
  });
  child.unref();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), openedMs);
    const end = (problem: string | null): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.once('error', ({ message }) => end(`${message}.`));
    child.once('exit', (code, signal) =>
      end(
        code === 0
          ? null
          : code === null
            ? `It was ended by ${signal ?? 'a signal'}.`
            : `It ended with code ${code}.`,
      ),
    );
  });
}
