import { useState } from 'react';
import type { Thread } from '../../../shared/model/threads/thread.ts';

export interface MultiSelect {
  /** `null` while selection is single. */
  readonly chosen: ReadonlySet<string> | null;
  start(thread: Thread): void;
  stop(): void;
  /** `range` extends the selection from the last toggled row. */
  toggle(thread: Thread, range: boolean): void;
  all(): void;
  /** The selected threads, or this one while selection is single. */
  orOne(thread: Thread): readonly Thread[];
}

export function useMultiSelect(shown: readonly Thread[]): MultiSelect {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [last, setLast] = useState<string | null>(null);
  return {
    chosen,
    start(thread) {
      setChosen(new Set([thread.threadId]));
      setLast(thread.threadId);
    },
    stop() {
      setChosen(null);
    },
    toggle(thread, range) {
      const touched = range ? idsBetween(shown, last, thread.threadId) : [thread.threadId];
      const next = new Set(chosen);
      const isAdding = range || !next.has(thread.threadId);
      for (const threadId of touched) {
        if (isAdding) next.add(threadId);
        else next.delete(threadId);
      }
      setChosen(next);
      setLast(thread.threadId);
    },
    all() {
      setChosen(new Set(shown.map(({ threadId }) => threadId)));
    },
    orOne(thread) {
      const selected = shown.filter(({ threadId }) => chosen?.has(threadId) === true);
      return selected.length > 0 ? selected : [thread];
    },
  };
}

/** The IDs between two rows, inclusive, in either direction. */
export function idsBetween(shown: readonly Thread[], from: string | null, to: string): readonly string[] {
  const ids = shown.map(({ threadId }) => threadId);
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
