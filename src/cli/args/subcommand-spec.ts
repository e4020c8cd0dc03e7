export interface OptionSpec {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  // May be given more than once.
  readonly multiple?: true;
  // What stands for the value in the help: `NAME`, `FILE`.
  readonly value?: string;
  // The only values, offered by the shells' completion.
  readonly choices?: readonly string[];
  // What the shells' completion asks the program for.
  readonly completes?: CompletedValues;
  // One sentence without its period.
  readonly help: string;
}

// Names of saved servers, or of the assistants of the server that the command line names.
export type CompletedValues = 'servers' | 'assistants';

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface ArgumentSpec {
  readonly name: string;
  readonly help: string;
  readonly optional?: true;
  // Takes the rest of the line.
  readonly many?: true;
  readonly choices?: readonly string[];
  readonly completes?: CompletedValues;
}

/** One or two words. A name without a spec (`subcommands.ts`) or without code (`load-subcommand.ts`) does not compile. */
export type SubcommandName =
  | 'open'
  | 'graph'
  | 'run'
  | 'check'
  | 'merge-reports'
  | 'watch'
  | 'state get'
  | 'state set'
  | 'history'
  | 'diff'
  | 'what-changed'
  | 'record'
  | 'replay'
  | 'serve-recordings'
  | 'export'
  | 'threads list'
  | 'threads storage'
  | 'threads clone'
  | 'threads delete'
  | 'servers list'
  | 'servers add'
  | 'servers remove'
  | 'servers test'
  | 'servers check'
  | 'webhook listen'
  | 'audit'
  | 'mcp'
  | 'completion';

// What a command is called, takes and does. Plain data: help and completion load nothing else.
export interface SubcommandSpec {
  readonly name: SubcommandName;
  // One sentence without its period, for lists.
  readonly summary: string;
  readonly description: readonly string[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: OptionSpecs;
  // What a line does, and the line without the program's name.
  readonly examples: readonly (readonly [string, string])[];
}
