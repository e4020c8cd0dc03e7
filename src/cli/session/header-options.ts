import { readFileSync } from 'node:fs';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';

export interface HeaderOption {
  readonly name: string;
  readonly value: string;
}

// The headers of `--header`: `NAME: VALUE`, or `@FILE` with one per line. Throws `AppError` (`invalid-input`).
export function headersIn(args: CommandArguments): readonly HeaderOption[] {
  const headers = headersOfOption(args, 'header');
  if (headers.some(({ name }) => name.toLowerCase() === 'x-api-key')) {
    throw usageError(
      'x-api-key is the header of the API key.',
      'Name the variable that holds the key with --key-env.',
    );
  }
  return headers;
}

// Those of another option, in the same form.
export function headersOfOption(args: CommandArguments, option: string): readonly HeaderOption[] {
  return args
    .list(option)
    .flatMap((typed) =>
      typed.startsWith('@') ? headersOfFile(typed.slice(1), option) : [parseHeader(typed, option)],
    );
}

function headersOfFile(file: string, option: string): HeaderOption[] {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => parseHeader(line, option));
}

// Its value may be a secret, so no message repeats it.
function parseHeader(line: string, option: string): HeaderOption {
  const separator = line.indexOf(':');
  const [name, value] = [line.slice(0, separator).trim(), line.slice(separator + 1).trim()];
  if (separator < 1 || name === '' || value === '') {
    throw usageError(
      `The value of --${option} is not a header.`,
      `Write --${option} 'NAME: VALUE', or --${option} @FILE.`,
    );
  }
  return { name, value };
}
