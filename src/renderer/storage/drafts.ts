import { useCallback, useSyncExternalStore } from 'react';
import {
  flushStorage,
  storedKeysUnder,
  readStoredText,
  subscribeToStoredText,
  writeStoredText,
} from './persistent-store.ts';

/**
 * Unsent input (state edits, inputs, answers) and manual settings (options, breakpoints, node positions).
 * Drafts survive a reload and a crash, are never sent automatically, and stay until they are sent
 * or discarded.
 */

export function readDraft(key: string): string | null {
  return readStoredText(key);
}

export function writeDraft(key: string, text: string | null): void {
  writeStoredText(key, text);
}

export function flushDrafts(): void {
  flushStorage();
}

/** Parts may contain any character. */
export function draftKey(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}

/** Drafts whose key starts with these parts and has more. */
export function draftsUnder(...parts: readonly string[]): readonly string[] {
  return storedKeysUnder(`${draftKey(...parts)}/`).flatMap((key) => readDraft(key) ?? []);
}

/** The last part of the keys of drafts that have just one more than these. */
export function draftIdsUnder(...parts: readonly string[]): readonly string[] {
  const prefix = `${draftKey(...parts)}/`;
  return storedKeysUnder(prefix)
    .map((key) => key.slice(prefix.length))
    .filter((last) => !last.includes('/'))
    .map(decodeURIComponent);
}

export function useDraft(key: string): readonly [string | null, (text: string | null) => void] {
  const subscribe = useCallback((listener: () => void) => subscribeToStoredText(key, listener), [key]);
  const text = useSyncExternalStore(subscribe, () => readStoredText(key));
  const write = useCallback((next: string | null) => writeStoredText(key, next), [key]);
  return [text, write];
}
