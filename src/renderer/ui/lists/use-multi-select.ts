import { useState } from 'react';

export interface MultiSelect {
  readonly chosen: ReadonlySet<string> | null;
  start(key: string): void;
  stop(): void;
  toggle(key: string, range: boolean): void;
  all(): void;
}

/** Multiple selection in a list. `rowKeys`: the keys of its rows, in order. */
export function useMultiSelect(rowKeys: readonly string[]): MultiSelect {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [last, setLast] = useState<string | null>(null);
  return {
    chosen,
    start(key) {
      setChosen(new Set([key]));
      setLast(key);
    },
    stop() {
      setChosen(null);
    },
    toggle(key, range) {
      const touched = range ? keysBetween(rowKeys, last, key) : [key];
      const next = new Set(chosen);
      const isAdding = range || !next.has(key);
      for (const one of touched) {
        if (isAdding) next.add(one);
        else next.delete(one);
      }
      setChosen(next);
      setLast(key);
    },
    all() {
      setChosen(new Set(rowKeys));
    },
  };
}

// The keys between two rows, inclusive, in either direction.
export function keysBetween(rowKeys: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : rowKeys.indexOf(from);
  const end = rowKeys.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return rowKeys.slice(Math.min(start, end), Math.max(start, end) + 1);
}
