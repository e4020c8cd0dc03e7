import type { RunFrame } from '../../shared/model/run.ts';
import { jsonOf, membersOrEmpty, parseJson, stringOrNull } from './frames/json-access.ts';

/** What a task's result says about its failure, in the server's words; `null` when it says nothing. */
export function taskErrorOf({ text }: RunFrame): string | null {
  const { error } = membersOrEmpty(parseJson(text));
  if (error === null || error === undefined) return null;
  const inner = typeof error === 'string' ? membersOrEmpty(parseJson(error)) : membersOrEmpty(error);
  const words = [stringOrNull(inner['name']) ?? stringOrNull(inner['error']), stringOrNull(inner['message'])].filter(Boolean);
  if (words.length > 0) return words.join(': ');
  return typeof error === 'string' ? error : jsonOf(error);
}
