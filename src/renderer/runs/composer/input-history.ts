import { useMemo } from 'react';
import { sameJson } from 'exact-json';
import { draftKey, readDraft, useDraft, writeDraft } from '../../storage/drafts.ts';
import { arrayOrEmpty } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

/** Limits of the history of one assistant: number of inputs and total length. */
const maxEntries = 20;
const maxLength = 1_000_000;

function keyOf(connectionId: string, assistantId: string): string {
  return draftKey('past-inputs', connectionId, assistantId);
}

export function useInputHistory(connectionId: string, assistantId: string): readonly string[] {
  const [stored] = useDraft(keyOf(connectionId, assistantId));
  return useMemo(() => inputsOf(stored), [stored]);
}

function inputsOf(stored: string | null): readonly string[] {
  return stored === null ? [] : arrayOrEmpty(parseJson(stored)).filter((one) => typeof one === 'string');
}

export function addToInputHistory(connectionId: string, assistantId: string, text: string): void {
  const inputs = prependInput(inputsOf(readDraft(keyOf(connectionId, assistantId))), text);
  writeDraft(keyOf(connectionId, assistantId), JSON.stringify(inputs));
}

/**
 * Prepends an input, removes duplicates of the same JSON and enforces the limits. An input that alone exceeds
 * the limit (for example one with images) is not stored.
 */
export function prependInput(inputs: readonly string[], text: string): readonly string[] {
  const next: string[] = [];
  let length = 0;
  for (const one of [text, ...inputs.filter((known) => !isSameInput(known, text))]) {
    if (length + one.length > maxLength) continue;
    if (next.length === maxEntries) break;
    length += one.length;
    next.push(one);
  }
  return next;
}

function isSameInput(a: string, b: string): boolean {
  try {
    return sameJson(a, b);
  } catch {
    return a === b;
  }
}
