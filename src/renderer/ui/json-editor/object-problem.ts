import { parseTree } from 'exact-json';

/** Why a text is not a JSON object; `null` if it is one. */
export function objectProblem(text: string): string | null {
  try {
    return parseTree(text).type === 'object' ? null : 'Enter a JSON object, such as {"key": "value"}';
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : 'This is not JSON.';
  }
}
