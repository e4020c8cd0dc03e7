import { AppError } from '../shared/app-error.ts';
import { findCommand } from './args/find-command.ts';
import { commandHelp, programHelp } from './args/help-text.ts';
import { parseCommand } from './args/parse-command.ts';
import type { CliContext } from './context.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { loadCommand } from './load-command.ts';
import { createTerminal, type Terminal } from './output/terminal.ts';

/** The process as the program sees it; tests hand in their own. */
export interface MainOptions {
  readonly args: readonly string[];
  readonly env: CliContext['env'];
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'write'>;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly dataFolder: string;
  readonly outliveOutput: () => void;
}

/** Runs one command line. Resolves with the exit code; never rejects. */
export async function main(options: MainOptions): Promise<ExitCode> {
  const { args, env, stdin, signal, version, dataFolder } = options;
  const terminal = createTerminal(options.stdout, options.stderr);
  const json = args.includes('--json');
  try {
    if (args[0] === '--version' || args[0] === '-v') {
      terminal.print(version);
      return exitCodes.ok;
    }
    if (['--help', '-h', 'help'].includes(args[0] ?? '')) {
      terminal.print(programHelp(version, dataFolder).trimEnd());
      return exitCodes.ok;
    }
    const { spec, words } = findCommand(args);
    const parsed = parseCommand(spec, words);
    if (parsed.isSet('help')) {
      terminal.print(commandHelp(spec).trimEnd());
      return exitCodes.ok;
    }
    const run = await loadCommand(spec.name);
    return await run(parsed, {
      terminal,
      env,
      signal,
      stdin,
      json: parsed.isSet('json'),
      verbose: parsed.isSet('verbose'),
      outliveOutput: options.outliveOutput,
    });
  } catch (thrown) {
    if (signal.aborted) return exitCodes.interrupted;
    report(thrown, terminal, json);
    return exitCodeOf(thrown);
  }
}

/** A failure with words for the user is told in them; anything else is a bug and needs its stack. */
function report(thrown: unknown, terminal: Terminal, json: boolean): void {
  if (!(thrown instanceof AppError)) {
    terminal.note(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
    return;
  }
  const { code, message, hint, details } = thrown;
  if (json) {
    terminal.noteJson({ error: { code, message, hint: hint ?? undefined } });
    return;
  }
  terminal.note(`Error: ${message}`);
  if (details['server'] !== undefined) terminal.note(`The server said: ${details['server']}`);
  if (hint !== null) terminal.note(hint);
}
