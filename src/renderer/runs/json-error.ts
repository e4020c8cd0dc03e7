import { JsonSyntaxError } from '../../exact-json/scan/syntax-error.ts';
import { parseTree } from '../../exact-json/scan/parse-tree.ts';
import { parseJson } from './frames/json-access.ts';

/** What is wrong with a text as JSON, with line and column; `null` for a text that is JSON. */
export function describeJsonError(text: string): string | null {
  if (text.trim() === '') return 'Nothing is here yet. Write JSON, for example {}.';
  // The engine is much faster and needs less memory; what it refuses is looked at for the reason and the place.
  if (parseJson(text) !== undefined) return null;
  try {
    parseTree(text);
    return null;
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) return `${thrown.message}.`;
    throw thrown;
  }
}
