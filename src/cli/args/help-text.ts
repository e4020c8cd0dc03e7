import { exitCodeMeanings } from '../exit-codes.ts';
import type { ArgumentSpec, CommandSpec, OptionSpec } from '../spec/command-spec.ts';
import { commandSpecs, programName } from '../spec/command-specs.ts';

const lineWidth = 88;

/** What `--help` prints without a command. `dataFolder`: where everything is stored. */
export function programHelp(version: string, dataFolder: string): string {
  return paragraphs([
    wrapped(
      `RemoteGraph Studio ${version}: see a graph, run it, watch it stream, answer it, and travel through its history.`,
    ),
    `Usage: ${programName} [COMMAND] [OPTIONS]`,
    section('Commands', table(commandSpecs.map(({ name, summary }) => [name, summary]))),
    section(
      'Servers',
      wrapped(
        'Commands that talk to a server take --server: the name of a saved one, or an address. Without it they use REMOTE_GRAPH_STUDIO_SERVER, the only saved server, or the address in LANGGRAPH_API_URL and the like. A saved server has its own key. To an address, the key in LANGGRAPH_API_KEY, LANGSMITH_API_KEY or LANGCHAIN_API_KEY is sent; --key-env names another variable, --no-key sends none. Keys are never printed. A recording is named like a server, by its file or folder, and can only be read; saved servers of the same name come first.',
        2,
      ),
    ),
    section('Exit codes', table(exitCodeMeanings.map(([code, meaning]) => [String(code), meaning]))),
    section(
      'Data folder',
      wrapped(
        `Everything is stored in ${dataFolder}, or in the folder that REMOTE_GRAPH_STUDIO_DATA names. Delete it after an uninstall to leave nothing.`,
        2,
      ),
    ),
    wrapped(`${programName} COMMAND --help has the options of a command, and examples.`),
  ]);
}

/** What `COMMAND --help` prints. */
export function commandHelp(spec: CommandSpec): string {
  const names = spec.arguments.map(argumentUsage);
  return paragraphs([
    `Usage: ${[programName, spec.name, ...names, '[OPTIONS]'].join(' ')}`,
    ...spec.description.map((text) => wrapped(text)),
    spec.arguments.length === 0
      ? ''
      : section(
          'Arguments',
          table(spec.arguments.map(({ name, help, choices }) => [name, withChoices(help, choices)])),
        ),
    section('Options', table(Object.entries(spec.options).map(optionRow))),
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

const section = (title: string, body: string): string => `${title}:\n${body}`;

const paragraphs = (parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`;

/** Two columns; the second is wrapped, and starts on a line of its own after a long first one. */
function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(26, Math.max(...rows.map(([left]) => left.length)));
  return rows
    .map(([left, right]) => {
      const lines = wrapped(right, 4 + width).trimStart();
      if (left.length > width) return `  ${left}\n${' '.repeat(4 + width)}${lines}`;
      return `  ${left.padEnd(width)}  ${lines}`;
    })
    .join('\n');
}

/** Breaks a text into lines with an indent. */
function wrapped(text: string, indent = 0): string {
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
