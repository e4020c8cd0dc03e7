import { JsonSyntaxError } from '../../exact-json/syntax-error.ts';
import { parseTree } from '../../exact-json/tree.ts';

/** What is wrong with a text as JSON, with line and column; `null` for a text that is JSON. */
export function jsonProblem(text: string): string | null {
  if (text.trim() === '') return 'Nothing is here yet. Write JSON, for example {}.';
  try {
    parseTree(text);
    return null;
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) return `${thrown.message}.`;
    throw thrown;
  }
}
