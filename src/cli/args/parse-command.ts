import { parseArgs } from 'node:util';
import { programName } from './subcommands.ts';
import type { SubcommandSpec } from './subcommand-spec.ts';
import { closestName } from './closest-name.ts';
import { usageError } from './usage-error.ts';

export interface CommandArguments {
  readonly positionals: readonly string[];
  text(name: string): string | null;
  isSet(name: string): boolean;
  list(name: string): readonly string[];
  /** A text option that is a whole number from `min` on; `null` if it was not given. */
  number(name: string, min: number): number | null;
  /** A text option that is a port; 0 for any free one. `null` if it was not given. */
  port(name: string): number | null;
}

const maxPort = 65_535;

export function parseCommand(spec: SubcommandSpec, words: readonly string[]): CommandArguments {
  const hint = `See ${programName} ${spec.name} --help.`;
  const { values, positionals } = parseWords(spec, words, hint);
  const isHelp = values['help'] === true;
  const required = spec.arguments.filter(({ optional }) => optional !== true);
  const missing = required[positionals.length];
  if (missing !== undefined && !isHelp) throw usageError(`${missing.name} is missing.`, hint);
  const extra = positionals[spec.arguments.length];
  if (extra !== undefined && spec.arguments.at(-1)?.many !== true) {
    throw usageError(`Unexpected argument "${extra}".`, hint);
  }
  for (const [index, { name, choices }] of spec.arguments.entries()) {
    checkChoice(name, positionals[index], choices, hint);
  }
  const texts = (name: string): readonly string[] => {
    const value = values[name];
    return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  };
  for (const [name, { choices }] of Object.entries(spec.options)) {
    for (const text of texts(name)) checkChoice(`--${name}`, text, choices, hint);
  }
  const text = (name: string): string | null => texts(name)[0] ?? null;
  return {
    positionals,
    text,
    isSet: (name) => values[name] === true,
    list: texts,
    number(name, min) {
      const value = text(name);
      if (value === null) return null;
      const number = Number(value);
      if (/^\d{1,9}$/.test(value) && number >= min) return number;
      throw usageError(`--${name} takes a whole number of at least ${min}, not "${value}".`, hint);
    },
    port(name) {
      const value = text(name);
      if (value === null) return null;
      if (/^\d{1,5}$/.test(value) && Number(value) <= maxPort) return Number(value);
      throw usageError(`--${name} takes a port from 0 (any free one) to ${maxPort}, not "${value}".`, hint);
    },
  };
}

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

function parseWords(spec: SubcommandSpec, words: readonly string[], hint: string) {
  const options = Object.fromEntries(
    Object.entries(spec.options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }), ...(multiple ? { multiple } : {}) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    // Node's sentences name the option; the first one suffices.
    const message = (error instanceof Error ? error.message : String(error)).split(/\. /, 1)[0] ?? '';
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
    const closest = unknown === undefined ? null : closestName(unknown, Object.keys(options));
    const sentence = `${message.replace(/\.$/, '')}.`;
    throw usageError(sentence, closest === null ? hint : `Did you mean --${closest}? ${hint}`);
  }
}

function checkChoice(
  name: string,
  value: string | undefined,
  choices: readonly string[] | undefined,
  hint: string,
): void {
  if (value === undefined || choices === undefined || choices.includes(value)) return;
  throw usageError(`${name} can't be "${value}". It is one of: ${choices.join(', ')}.`, hint);
}
