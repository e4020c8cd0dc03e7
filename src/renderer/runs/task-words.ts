import type { RunFrame } from '../../shared/model/run.ts';
import { jsonOf, membersOf, parseJson, textOf } from './frame-json.ts';

/** What a task's result says about its failure, in the server's words; `null` when it says nothing. */
export function taskErrorOf({ text }: RunFrame): string | null {
  const { error } = membersOf(parseJson(text));
  if (error === null || error === undefined) return null;
  const inner = typeof error === 'string' ? membersOf(parseJson(error)) : membersOf(error);
  const words = [textOf(inner['name']) ?? textOf(inner['error']), textOf(inner['message'])].filter(Boolean);
  if (words.length > 0) return words.join(': ');
  return typeof error === 'string' ? error : jsonOf(error);
}
