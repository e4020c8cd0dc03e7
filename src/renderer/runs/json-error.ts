import { JsonSyntaxError, parseTree } from 'exact-json';
import { parseJson } from '../../shared/parse-json.ts';

/** Describes a JSON syntax error with line and column; `null` for valid JSON. */
export function describeJsonError(text: string): string | null {
  if (text.trim() === '') return 'Enter JSON, for example {}.';
  // The native parser is much faster and uses less memory; only rejected text is parsed again for the error position.
  if (parseJson(text) !== undefined) return null;
  try {
    parseTree(text);
    return null;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `${error.message}.`;
    throw error;
  }
}
