import type { CommandArguments } from './args/parse-command.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './output/terminal.ts';

export interface CliContext {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts at the first Ctrl-C or SIGTERM; a second one ends the process at once. */
  readonly signal: AbortSignal;
  readonly stdin: NodeJS.ReadStream;
  /** Writes JSON instead of text for people. */
  readonly json: boolean;
  readonly verbose: boolean;
  /** From now on the command goes on although nobody reads its output: what it does is not in the output. */
  outliveOutput(): void;
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

export type CommandRun = (args: CommandArguments, context: CliContext) => Promise<ExitCode>;
