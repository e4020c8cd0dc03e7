import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { usersEnvironment } from './users-environment.ts';

interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly input: string;
  // Of each of its two outputs.
  readonly maxOutputBytes: number;
  readonly timeoutMs: number;
}

export type ProgramEnd =
  | { readonly kind: 'not-started'; readonly problem: string }
  | { readonly kind: 'too-slow' | 'too-much' }
  | {
      readonly kind: 'ended';
      readonly code: number | null;
      readonly signal: string | null;
      readonly output: string;
      readonly errors: string;
    };

// How long processes that a program leaves behind may keep its output open, in milliseconds.
const leftoverMs = 500;

/**
 * Runs a program of the user to its end: without a shell, with the user's environment, within bounds of time and
 * output, after which everything that it started is killed. Rejects when aborted, once it is gone.
 */
export async function runProgram(
  { program, args, cwd, input, maxOutputBytes, timeoutMs }: ProgramRun,
  signal: AbortSignal,
  startChild: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess = spawn,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const child = startChild(program, args, {
    cwd,
    env: usersEnvironment(),
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const notStarted = new Promise<ProgramEnd>((resolve) => {
    child.once('error', ({ message }) => {
      if (child.pid === undefined) resolve({ kind: 'not-started', problem: message });
    });
  });
  const { stdin, stdout, stderr } = child;
  // With too many files open, there are not even pipes.
  if (!stdin || !stdout || !stderr) return notStarted;
  let endReason: 'too-slow' | 'too-much' | 'aborted' | null = null;
  const stop = (reason: typeof endReason): void => {
    endReason ??= reason;
    killTree(child);
    // A process that left the group may keep the output open for ever.
    stdout.destroy();
    stderr.destroy();
  };
  const output = collect(stdout, maxOutputBytes, () => stop('too-much'));
  const errors = collect(stderr, maxOutputBytes, () => stop('too-much'));
  const timer = setTimeout(() => stop('too-slow'), timeoutMs);
  const onAbort = (): void => stop('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  // A program that does not read its input is no failure.
  stdin.on('error', () => undefined);
  stdin.end(input);
  let leftovers: NodeJS.Timeout | undefined;
  try {
    const finished = new Promise<ProgramEnd>((resolve) => {
      child.once('exit', () => {
        leftovers = setTimeout(() => {
          killTree(child);
          stdout.destroy();
          stderr.destroy();
        }, leftoverMs);
      });
      child.once('close', (code, endedBy) =>
        resolve({ kind: 'ended', code, signal: endedBy, output: output(), errors: errors() }),
      );
    });
    const ended = await Promise.race([notStarted, finished]);
    signal.throwIfAborted();
    return endReason === 'too-slow' || endReason === 'too-much' ? { kind: endReason } : ended;
  } finally {
    clearTimeout(timer);
    clearTimeout(leftovers);
    signal.removeEventListener('abort', onAbort);
    killTree(child);
  }
}

// Text of a stream that is read whole, up to a limit.
function collect(stream: NodeJS.ReadableStream, maxBytes: number, onTooMuch: () => void): () => string {
  const parts: Buffer[] = [];
  let bytes = 0;
  stream.on('error', () => undefined);
  stream.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) onTooMuch();
    else parts.push(part);
  });
  return () => Buffer.concat(parts).toString('utf8');
}

// A process group outlives its leader, so this also ends what a program left behind.
function killTree({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    if (exitCode !== null) return;
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}
