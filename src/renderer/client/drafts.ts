import { useCallback, useSyncExternalStore } from 'react';
import { flushKept, keptUnder, readKept, subscribeKept, writeKept } from './kept-texts.ts';

/**
 * Texts that a person typed and has not sent (state edits, inputs, answers), and what was set up by hand (options,
 * breakpoints, places of nodes). They survive a reload and a crash (row D-6), are never sent by themselves, and stay
 * until they are sent or thrown away.
 */

/** The draft under a key, or `null`. */
export function readDraft(key: string): string | null {
  return readKept(key);
}

/** Keeps a draft, or throws it away with `null`. */
export function writeDraft(key: string, text: string | null): void {
  writeKept(key, text);
}

/** Writes at once what is not on the disk yet. */
export function flushDrafts(): void {
  flushKept();
}

/** One key for a place where something is typed. Parts may hold any character. */
export function draftKey(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}

/** Every draft whose key begins with these parts and has more. */
export function draftsUnder(...parts: readonly string[]): readonly string[] {
  return keptUnder(`${draftKey(...parts)}/`);
}

/** The draft under a key, and how to change it. */
export function useDraft(key: string): readonly [string | null, (text: string | null) => void] {
  const subscribe = useCallback((listener: () => void) => subscribeKept(key, listener), [key]);
  const text = useSyncExternalStore(subscribe, () => readKept(key));
  const write = useCallback((next: string | null) => writeKept(key, next), [key]);
  return [text, write];
}
