import { homedir } from 'node:os';
import { AppError } from '../../shared/app-error.ts';
import { runProgram, type ProgramEnd } from '../projects/server/run-program.ts';

export interface CommandLimits {
  readonly ms: number;
  readonly outputBytes: number;
}

// Below the 30 s that a request may take to be answered, so that this limit is the one that is reported.
export const commandLimits: CommandLimits = { ms: 20_000, outputBytes: 64 * 1024 };

interface RunCommandOptions {
  readonly command: readonly string[];
  readonly limits?: CommandLimits;
  // Removes secrets, known and likely ones.
  readonly scrub: (text: string) => string;
  readonly signal: AbortSignal;
}

/**
 * Runs a program to its end without a shell, and returns what it printed. Throws an `AppError` that says how it ended,
 * with the last line of its standard error, scrubbed.
 */
export async function runCommand(options: RunCommandOptions): Promise<string> {
  const { command, limits = commandLimits, scrub, signal } = options;
  const [program = '', ...args] = command;
  // Not where the studio was started: a yes to `./token` there would be one for every folder with a program of this name.
  const run = { program, args, cwd: homedir(), input: '' };
  const ended = await runProgram(
    { ...run, maxOutputBytes: limits.outputBytes, timeoutMs: limits.ms },
    signal,
  ).catch((error: unknown): ProgramEnd => {
    if (signal.aborted) throw commandError('was called off.', '');
    return { kind: 'not-started', problem: error instanceof Error ? error.message : String(error) };
  });
  switch (ended.kind) {
    case 'not-started':
      throw commandError(`could not be started: ${startProblem(program, ended.problem)}`, '');
    case 'too-slow':
      throw commandError(`took longer than ${limits.ms / 1000} s and was ended.`, '');
    case 'too-much':
      throw commandError(`printed more than ${limits.outputBytes / 1024} kB and was ended.`, '');
    case 'ended':
      if (ended.code === 0) return ended.output;
      throw commandError(
        ended.code === null
          ? `was ended by ${ended.signal ?? 'a signal'}.`
          : `ended with exit code ${ended.code}.`,
        lastLine(ended.errors, scrub),
      );
  }
}

function startProblem(program: string, problem: string): string {
  const code = /\bE[A-Z]{3,}\b/.exec(problem)?.[0] ?? 'unknown error';
  if (code === 'ENOENT') return `there is no program "${program}" on the path.`;
  return code === 'EACCES' ? `"${program}" is not a program that may be run.` : `${code}.`;
}

/** An error of a credential command. `problem` goes on after "The credential command". */
export function commandError(problem: string, line: string): AppError {
  return new AppError('credential', `The credential command ${problem}`, {
    hint: 'Run it in a terminal to see what it prints, or change it.',
    ...(line === '' ? {} : { details: { stderr: line } }),
  });
}

const maxLineLength = 300;

function lastLine(text: string, scrub: (text: string) => string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const line = lines.findLast((part) => part !== '') ?? '';
  // Cut before and after: a mask is shorter than what it hides, and a long line costs time.
  const scrubbed = maskLikelySecrets(scrub(line.slice(0, 4 * maxLineLength)));
  return scrubbed.replaceAll(/\p{Cc}/gu, ' ').slice(0, maxLineLength);
}

// A secret that a program prints by mistake has no known form, so long words of letters and digits are masked.
function maskLikelySecrets(text: string): string {
  return text.replaceAll(/[A-Za-z0-9_\-+=.~]{16,}/g, (word) =>
    /\d/.test(word) && /[A-Za-z]/.test(word) ? '[secret]' : word,
  );
}
