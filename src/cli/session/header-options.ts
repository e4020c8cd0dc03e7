import { readFileSync } from 'node:fs';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';

export interface HeaderOption {
  readonly name: string;
  readonly value: string;
}

/** The headers of `--header`: `NAME: VALUE`, or `@FILE` with one per line. Throws `AppError` (`invalid-input`). */
export function headersIn(args: CommandArguments): readonly HeaderOption[] {
  return args
    .list('header')
    .flatMap((typed) => (typed.startsWith('@') ? headersOf(typed.slice(1)) : [parsed(typed)]));
}

function headersOf(file: string): HeaderOption[] {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(parsed);
}

// Its value may be a secret, so no message repeats it.
function parsed(line: string): HeaderOption {
  const cut = line.indexOf(':');
  const [name, value] = [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
  if (cut < 1 || name === '' || value === '') {
    throw usageError('--header is no header.', "Write --header 'NAME: VALUE', or --header @FILE.");
  }
  if (name.toLowerCase() === 'x-api-key') {
    throw usageError(
      'x-api-key is the header of the API key.',
      'Name the variable that holds the key with --key-env.',
    );
  }
  return { name, value };
}
