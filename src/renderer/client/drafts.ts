import { useCallback, useSyncExternalStore } from 'react';

/**
 * Texts that a person typed and has not sent: state edits, inputs, answers. They are kept in memory at once and in the
 * window's storage within half a second, so that a reload or a crash costs nothing that was finished (row D-6). They
 * are never sent by themselves, and stay until they are sent or thrown away.
 */
const prefix = 'draft:';
const writeDelayMs = 500;

const drafts = new Map<string, string | null>();
const listeners = new Map<string, Set<() => void>>();
const unwritten = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The draft under a key, or `null`. */
export function readDraft(key: string): string | null {
  const held = drafts.get(key);
  if (held !== undefined) return held;
  const stored = localStorage.getItem(prefix + key);
  drafts.set(key, stored);
  return stored;
}

/** Keeps a draft, or throws it away with `null`. */
export function writeDraft(key: string, text: string | null): void {
  if (readDraft(key) === text) return;
  drafts.set(key, text);
  unwritten.add(key);
  timer ??= setTimeout(flushDrafts, writeDelayMs);
  for (const listener of listeners.get(key) ?? []) listener();
}

/** Writes what is not in the storage yet. A draft that does not fit there stays in memory until the window closes. */
export function flushDrafts(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const key of unwritten) {
    const text = drafts.get(key) ?? null;
    try {
      if (text === null) localStorage.removeItem(prefix + key);
      else localStorage.setItem(prefix + key, text);
      unwritten.delete(key);
    } catch {
      // The storage is full (a draft of megabytes). Its old text there would be wrong, so it is removed.
      localStorage.removeItem(prefix + key);
    }
  }
}

globalThis.addEventListener?.('pagehide', flushDrafts);

/** One key for a place where something is typed. Parts may hold any character. */
export function draftKey(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}

/** The draft under a key, and how to change it. */
export function useDraft(key: string): readonly [string | null, (text: string | null) => void] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => void own.delete(listener);
    },
    [key],
  );
  const text = useSyncExternalStore(subscribe, () => readDraft(key));
  const write = useCallback((next: string | null) => writeDraft(key, next), [key]);
  return [text, write];
}
