import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { findProgram, isExecutable } from '../projects/server/find-program.ts';
import { readSmallFile } from '../projects/read-small-file.ts';
import type { FilePosition } from './editors.ts';

/** In the data folder, written by the user alone. */
export const customCommandFileName = 'editor-command.json';

const CustomCommandFile = z.strictObject({
  command: z
    .array(z.string().min(1).max(4096))
    .min(2)
    .max(50)
    .refine(([program, ...args]) => program !== undefined && args.some((arg) => arg.includes('{file}'))),
});

export type CustomCommand =
  | { readonly command: readonly string[]; readonly program: string; readonly problem: null }
  | { readonly command: null; readonly program: null; readonly problem: string | null };

const example = '{ "command": ["subl", "{file}:{line}:{column}"] }';

/** Reads the user's custom command: a program, by name or absolute path, and its arguments. Never rejects. */
export async function readCustomCommand(
  path: string,
  searchPath: string | undefined,
): Promise<CustomCommand> {
  const none = (problem: string | null): CustomCommand => ({ command: null, program: null, problem });
  const file = await readSmallFile(path, 64 * 1024);
  if ('problem' in file) {
    return none(file.problem === 'missing' ? null : `${customCommandFileName} could not be read.`);
  }
  const command = parse(file.text);
  if (command === null) return none(`${customCommandFileName} must have the form ${example}.`);
  const [name = ''] = command;
  const program = isAbsolute(name)
    ? (await isExecutable(name))
      ? name
      : null
    : await findProgram(name, searchPath);
  if (program === null) return none(`The program ${name} in ${customCommandFileName} was not found.`);
  return { command, program, problem: null };
}

function parse(text: string): readonly string[] | null {
  try {
    return CustomCommandFile.safeParse(JSON.parse(text)).data?.command ?? null;
  } catch {
    return null;
  }
}

export function customArguments(command: readonly string[], { file, line, column }: FilePosition): string[] {
  const values: Readonly<Record<string, string>> = { file, line: String(line), column: String(column) };
  return command
    .slice(1)
    .map((arg) => arg.replaceAll(/\{(file|line|column)\}/g, (_, name: string) => values[name] ?? ''));
}
