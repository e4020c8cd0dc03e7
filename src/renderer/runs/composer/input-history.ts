import { useMemo } from 'react';
import { sameJson } from '../../../exact-json/diff/compare.ts';
import { draftKey, readDraft, useDraft, writeDraft } from '../../storage/drafts.ts';
import { arrayItems, parseJson } from '../frames/json-access.ts';

/** How many inputs of one assistant are remembered, and how long all of them may be together. */
const most = 20;
const longest = 1_000_000;

function keyOf(connectionId: string, assistantId: string): string {
  return draftKey('past-inputs', connectionId, assistantId);
}

/** The inputs that were sent to an assistant, newest first. */
export function useInputHistory(connectionId: string, assistantId: string): readonly string[] {
  const [stored] = useDraft(keyOf(connectionId, assistantId));
  return useMemo(() => inputsOf(stored), [stored]);
}

function inputsOf(stored: string | null): readonly string[] {
  return stored === null ? [] : arrayItems(parseJson(stored)).filter((one) => typeof one === 'string');
}

/** Remembers an input that was sent. */
export function addToInputHistory(connectionId: string, assistantId: string, text: string): void {
  const inputs = prependInput(inputsOf(readDraft(keyOf(connectionId, assistantId))), text);
  writeDraft(keyOf(connectionId, assistantId), JSON.stringify(inputs));
}

/**
 * The list with one more input in front; the same JSON is in it once, and it stays within its bounds. An input that is
 * too long by itself (one with pictures) is not remembered, and costs no other one its place.
 */
export function prependInput(inputs: readonly string[], text: string): readonly string[] {
  const next: string[] = [];
  let length = 0;
  for (const one of [text, ...inputs.filter((known) => !same(known, text))]) {
    if (length + one.length > longest) continue;
    if (next.length === most) break;
    length += one.length;
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
