import { useCallback, useSyncExternalStore } from 'react';
import {
  flushStorage,
  storedTextsUnder,
  readStoredText,
  subscribeToStoredText,
  writeStoredText,
} from './persistent-store.ts';

/**
 * Texts that a person typed and has not sent (state edits, inputs, answers), and what was set up by hand (options,
 * breakpoints, places of nodes). They survive a reload and a crash (row D-6), are never sent by themselves, and stay
 * until they are sent or thrown away.
 */

/** The draft under a key, or `null`. */
export function readDraft(key: string): string | null {
  return readStoredText(key);
}

/** Keeps a draft, or throws it away with `null`. */
export function writeDraft(key: string, text: string | null): void {
  writeStoredText(key, text);
}

/** Writes at once what is not on the disk yet. */
export function flushDrafts(): void {
  flushStorage();
}

/** One key for a place where something is typed. Parts may hold any character. */
export function draftKey(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}

/** Every draft whose key begins with these parts and has more. */
export function draftsUnder(...parts: readonly string[]): readonly string[] {
  return storedTextsUnder(`${draftKey(...parts)}/`);
}

/** The draft under a key, and how to change it. */
export function useDraft(key: string): readonly [string | null, (text: string | null) => void] {
  const subscribe = useCallback((listener: () => void) => subscribeToStoredText(key, listener), [key]);
  const text = useSyncExternalStore(subscribe, () => readStoredText(key));
  const write = useCallback((next: string | null) => writeStoredText(key, next), [key]);
  return [text, write];
}
