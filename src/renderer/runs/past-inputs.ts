import { sameJson } from '../../exact-json/compare.ts';
import { itemsOf, parseJson } from './frame-json.ts';

/** How many inputs of one assistant are remembered, and how long all of them may be together. */
const most = 12;
const longest = 200_000;

function keyOf(connectionId: string, assistantId: string): string {
  return `studio.inputs.${JSON.stringify([connectionId, assistantId])}`;
}

/** The inputs that were sent to an assistant, newest first. */
export function readPastInputs(connectionId: string, assistantId: string): readonly string[] {
  try {
    const stored = localStorage.getItem(keyOf(connectionId, assistantId));
    return stored === null ? [] : itemsOf(parseJson(stored)).filter((one) => typeof one === 'string');
  } catch {
    return [];
  }
}

/** Remembers an input that was sent. When the storage is full, the older ones are not kept. */
export function keepInput(connectionId: string, assistantId: string, text: string): void {
  const inputs = withInput(readPastInputs(connectionId, assistantId), text);
  try {
    localStorage.setItem(keyOf(connectionId, assistantId), JSON.stringify(inputs));
  } catch {
    localStorage.removeItem(keyOf(connectionId, assistantId));
  }
}

/** The list with one more input in front; the same JSON is in it once, and it stays within its bounds. */
export function withInput(inputs: readonly string[], text: string): readonly string[] {
  const next: string[] = [];
  let length = 0;
  for (const one of [text, ...inputs.filter((known) => !same(known, text))]) {
    length += one.length;
    if (next.length === most || length > longest) break;
    next.push(one);
  }
  return next;
}

function same(a: string, b: string): boolean {
  try {
    return sameJson(a, b);
  } catch {
    return a === b;
  }
}
