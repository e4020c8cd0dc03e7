import { createInterface } from 'node:readline';
import { escapeControls } from '../services/logging/escape-controls.ts';
import { AppError } from '../shared/app-error.ts';
import { findSubcommand } from './args/find-subcommand.ts';
import { commandHelp, helpWidth, programHelp } from './args/help-text.ts';
import { parseCommand } from './args/parse-command.ts';
import type { CliContext } from './context.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { loadSubcommand } from './load-subcommand.ts';
import { printQuestions } from './output/print-questions.ts';
import { questionDocument } from './output/state-document.ts';
import { noteProblem } from './output/note-problem.ts';
import { problemDocument } from './output/problem-document.ts';
import type { MainOptions } from './main-options.ts';
import { createTerminal, type Terminal } from './output/terminal.ts';
import { UnclearAnswerError } from './session/open-questions.ts';

// Runs one command line. Resolves with the exit code; never rejects.
export async function main(options: MainOptions): Promise<ExitCode> {
  const { args, env, stdin, signal, version, dataFolder } = options;
  const terminal = createTerminal(options.stdout, options.stderr, env);
  const width = helpWidth(options.stdout);
  const json = args.includes('--json') || args.includes('--as-json');
  try {
    if (args[0] === '--version' || args[0] === '-v') {
      terminal.print(version);
      return exitCodes.ok;
    }
    if (['--help', '-h', 'help'].includes(args[0] ?? '')) {
      terminal.print(programHelp(version, dataFolder, width));
      return exitCodes.ok;
    }
    if (args[0] === '__complete') {
      const { completeValues } = await import('./args/complete-values.ts');
      return await completeValues(args.slice(1), options);
    }
    const { spec, words } = findSubcommand(args);
    const parsed = parseCommand(spec, words);
    if (parsed.isSet('help')) {
      terminal.print(commandHelp(spec, width));
      return exitCodes.ok;
    }
    const run = await loadSubcommand(spec.name);
    return await run(parsed, {
      terminal,
      env,
      signal,
      stdin,
      json: parsed.isSet('json'),
      verbose: parsed.isSet('verbose'),
      outliveOutput: options.outliveOutput,
      confirm: confirmAt(options),
    });
  } catch (error) {
    if (signal.aborted) return exitCodes.interrupted;
    report(error, terminal, json);
    return exitCodeOf(error);
  }
}

function report(error: unknown, terminal: Terminal, json: boolean): void {
  if (!(error instanceof AppError)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (json) terminal.noteJson({ error: { code: 'internal', message: stack } });
    else terminal.note(stack);
    return;
  }
  const questions = error instanceof UnclearAnswerError ? error.questions : [];
  if (json) {
    const listed = questions.length === 0 ? undefined : questions.map(questionDocument);
    terminal.noteJson({ error: { ...problemDocument(error), questions: listed } });
    return;
  }
  printQuestions(questions, terminal.note);
  noteProblem(error, terminal, 'Error: ');
}

// Asks on the standard error, if there is somebody to ask: the standard output may be a file.
function confirmAt({ stdin, stderr, signal }: MainOptions): CliContext['confirm'] {
  if (stdin.isTTY !== true || stderr.isTTY !== true) return null;
  return async (question) => {
    stderr.write(`${escapeControls(question)} [y/N] `);
    const lines = createInterface({ input: stdin, signal });
    try {
      for await (const line of lines) return /^y(?:es)?$/i.test(line.trim());
      return false;
    } finally {
      lines.close();
    }
  };
}
