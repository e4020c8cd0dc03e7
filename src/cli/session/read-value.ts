import { readFile } from 'node:fs/promises';
import { compactJson, parseTree } from 'exact-json';
import { usageError } from '../args/usage-error.ts';

const maxLength = 50_000_000;

/**
 * A JSON text that an option gives: the text itself, `@FILE`, or `-` for the standard input. Checked, and otherwise as it
 * was written, so that numbers keep their digits. Throws `AppError` (`invalid-input`).
 */
export async function readJson(option: string, value: string, stdin: NodeJS.ReadStream): Promise<string> {
  const source = value === '-' ? 'Standard input' : value.startsWith('@') ? value.slice(1) : option;
  return checkJson(source, await readText(option, value, stdin));
}

/** Checks a text that is in memory already. `source`: what holds the text, for errors. */
export function checkJson(source: string, text: string): string {
  try {
    parseTree(text);
  } catch (error) {
    const reason = error instanceof Error ? ` ${error.message}` : '';
    throw usageError(`${source} is not JSON.${reason}`, `For text, quote it: '"text"'.`);
  }
  return compactJson(text);
}

async function readText(option: string, value: string, stdin: NodeJS.ReadStream): Promise<string> {
  if (value === '-') return readAll(stdin, option);
  if (!value.startsWith('@')) return value;
  try {
    return await readFile(value.slice(1), 'utf8');
  } catch (error) {
    throw usageError(
      `${value.slice(1)} can't be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

async function readAll(stdin: NodeJS.ReadStream, option: string): Promise<string> {
  stdin.setEncoding('utf8');
  let text = '';
  for await (const part of stdin) {
    text += String(part);
    if (text.length > maxLength) throw usageError(`${option} is longer than ${maxLength} characters.`);
  }
  return text;
}
