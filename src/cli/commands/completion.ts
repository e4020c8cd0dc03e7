import { completionScript } from '../args/completion-script.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';

export const run: CommandRun = async (args, { terminal }) => {
  terminal.printEscaped(completionScript(args.positionals[0] ?? ''));
  return exitCodes.ok;
};
