import { decodeString, JsonSyntaxError, skipSpace, stringEnd } from 'exact-json';

interface ScriptVariable {
  readonly variable: string;
}

/** A text with variables in it. Each writer quotes the texts for its language; nothing is replaced in what it wrote. */
export type Template = readonly (string | ScriptVariable)[];

/** Finds the variables in a text. `isId`: all of it is an ID, such as the value of `thread_id`. */
export type Substitute = (text: string, isId: boolean) => Template;

export const withoutVariables: Substitute = (text) => [text];

export const isIdKey = (key: string): boolean => key.endsWith('_id');

/** A JSON text, verbatim but for the variables in its keys and strings. What is no JSON has no variables. */
export function jsonTemplate(text: string, substitute: Substitute): Template {
  if (substitute === withoutVariables) return [text];
  try {
    return templateOf(text, substitute);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return [text];
    throw error;
  }
}

function templateOf(text: string, substitute: Substitute): Template {
  const parts: (string | ScriptVariable)[] = [];
  let key = '';
  let written = 0;
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = stringEnd(text, start);
    const value = decodeString(text.slice(start, end));
    const isKey = text.charAt(skipSpace(text, end)) === ':';
    const template = substitute(value, !isKey && isIdKey(key));
    if (template.some((part) => typeof part !== 'string')) {
      parts.push(text.slice(written, start + 1));
      for (const part of template)
        parts.push(typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : part);
      written = end - 1;
    }
    key = isKey ? value : '';
    start = text.indexOf('"', end);
  }
  parts.push(text.slice(written));
  return parts;
}

/** A path and query with the variables in their segments. `{thread_id}` stands for a thread that does not exist yet. */
export function pathTemplate(path: string, substitute: Substitute): Template {
  if (substitute === withoutVariables) return [path];
  const isAfterOwner = (index: number, all: readonly string[]): boolean =>
    index === 4 && (all[2] === 'threads' || all[2] === 'assistants');
  return path
    .split(/([/?&=])/)
    .flatMap((segment, index, all) => substitute(segment, isAfterOwner(index, all)));
}
