import { exitCodeMeanings } from '../exit-codes.ts';
import { StyledText, type TextPart } from '../output/styled-text.ts';
import type { OutputStream } from '../output/terminal.ts';
import type { ArgumentSpec, SubcommandSpec, OptionSpec } from './subcommand-spec.ts';
import { subcommands, programName } from './subcommands.ts';

export const defaultHelpWidth = 88;
// Narrower terminals wrap by themselves; longer lines are hard to read.
const [minHelpWidth, maxHelpWidth] = [40, 120];

export function helpWidth({ isTTY, columns }: Pick<OutputStream, 'isTTY' | 'columns'>): number {
  if (isTTY !== true || columns === undefined || columns <= 0) return defaultHelpWidth;
  return Math.min(maxHelpWidth, Math.max(minHelpWidth, columns));
}

/** What `--help` prints without a command. `dataFolder`: where everything is stored. */
export function programHelp(version: string, dataFolder: string, width: number): readonly TextPart[] {
  return paragraphs([
    [
      wrapped(
        `RemoteGraph Studio ${version}: see a graph, run it, watch it stream, answer it, and travel through its history.`,
        width,
      ),
    ],
    [`Usage: ${programName} [COMMAND] [OPTIONS]`],
    section(
      'Commands',
      table(
        subcommands.map(({ name, summary }) => [name, summary]),
        width,
      ),
    ),
    section(
      'Servers',
      wrapped(
        'Commands that talk to a server take --server: the name of a saved one, or an address. Without it, they use REMOTE_GRAPH_STUDIO_SERVER, the only saved server, or the address in LANGGRAPH_API_URL and the like. A saved server has its own key. The key in LANGSMITH_API_KEY, LANGGRAPH_API_KEY or LANGCHAIN_API_KEY is sent to an address only after you allow it: a terminal asks once for each host, a script names the variable with --key-env. --no-key sends none, --header adds a header. Keys are never printed. A recording is named like a server, by its file or folder, and is read-only; saved servers with the same name come first.',
        width,
        2,
      ),
    ),
    section(
      'Exit codes',
      table(
        exitCodeMeanings.map(([code, meaning]) => [String(code), meaning]),
        width,
      ),
    ),
    section(
      'Data folder',
      wrapped(
        `Everything is stored in ${dataFolder}, or in the folder that REMOTE_GRAPH_STUDIO_DATA names. To leave nothing behind, delete it after you uninstall.`,
        width,
        2,
      ),
    ),
    [wrapped(`${programName} COMMAND --help has the options of a command, and examples.`, width)],
  ]);
}

export function commandHelp(spec: SubcommandSpec, width: number): readonly TextPart[] {
  const names = spec.arguments.map(argumentUsage);
  const { arguments: positionals } = spec;
  return paragraphs([
    [`Usage: ${[programName, spec.name, ...names, '[OPTIONS]'].join(' ')}`],
    ...spec.description.map((text) => [wrapped(text, width)]),
    positionals.length === 0
      ? []
      : section(
          'Arguments',
          table(
            positionals.map(({ name, help, choices }) => [name, withChoices(help, choices)]),
            width,
          ),
        ),
    section('Options', table(Object.entries(spec.options).map(optionRow), width)),
    section(
      'Examples',
      spec.examples
        .map(([what, line]) => `  # ${what}\n  ${[programName, line].join(' ').trim()}`)
        .join('\n\n'),
    ),
  ]);
}

function argumentUsage({ name, optional, many }: ArgumentSpec): string {
  const repeated = many ? `${name}...` : name;
  return optional ? `[${repeated}]` : repeated;
}

function optionRow([name, { short, value, help, choices }]: [string, OptionSpec]): [string, string] {
  const flag = short === undefined ? `    --${name}` : `-${short}, --${name}`;
  return [value === undefined ? flag : `${flag} ${value}`, withChoices(help, choices)];
}

const withChoices = (help: string, choices: readonly string[] | undefined): string =>
  choices === undefined ? help : `${help} (${choices.join(', ')})`;

const section = (title: string, body: string): readonly TextPart[] => [
  new StyledText('heading', `${title}:`),
  `\n${body}`,
];

// With an empty line between each two; those without text are left out.
function paragraphs(all: readonly (readonly TextPart[])[]): readonly TextPart[] {
  return all
    .filter((parts) => parts.length > 0)
    .flatMap((parts, index) => (index === 0 ? parts : ['\n\n', ...parts]));
}

// Two columns; the second is wrapped, and starts on a line of its own after a long first one.
function table(rows: readonly (readonly [string, string])[], lineWidth: number): string {
  const maxLength = Math.max(...rows.map(([left]) => left.length));
  const width = Math.min(26, Math.floor(lineWidth / 2.5), maxLength);
  return rows
    .map(([left, right]) => {
      const lines = wrapped(right, lineWidth, 4 + width).trimStart();
      if (left.length > width) return `  ${left}\n${' '.repeat(4 + width)}${lines}`;
      return `  ${left.padEnd(width)}  ${lines}`;
    })
    .join('\n');
}

function wrapped(text: string, lineWidth: number, indent = 0): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > lineWidth) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines.map((one) => ' '.repeat(indent) + one).join('\n');
}
