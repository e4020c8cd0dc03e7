import { runProgram } from '../../projects/server/run-program.ts';
import { parseScore, unknownScore, type ScoreAnswer } from './parse-score.ts';
import { truncateReason } from './truncate-reason.ts';

interface CommandOptions {
  readonly command: readonly string[];
  readonly folder: string;
  readonly questionText: string;
  readonly seconds: number;
}

// Bytes that a command may write to each of its outputs.
const maxOutputBytes = 256 * 1024;

/** Runs a command without a shell: JSON on its input, a score on its output. What goes wrong is part of the answer. */
export async function scoreByCommand(
  { command: [program = '', ...args], folder, questionText, seconds }: CommandOptions,
  signal: AbortSignal,
): Promise<ScoreAnswer> {
  const ended = await runProgram(
    { program, args, cwd: folder, input: questionText, maxOutputBytes, timeoutMs: seconds * 1000 },
    signal,
  );
  switch (ended.kind) {
    case 'not-started':
      return unknownScore(`The command could not be started: ${ended.problem}`);
    case 'too-slow':
      return unknownScore(`The command did not end within ${seconds} s, and was killed.`);
    case 'too-much':
      return unknownScore(`The command wrote more than ${maxOutputBytes / 1024} kB, and was killed.`);
    case 'ended': {
      if (ended.code === 0) return parseScore(ended.output);
      const how = ended.code === null ? `by ${ended.signal ?? 'a signal'}` : `with code ${ended.code}`;
      const last = truncateReason(ended.errors.trim());
      return unknownScore(`The command ended ${how}${last === '' ? '.' : `: ${last}`}`);
    }
  }
}
