const letterKeys: ReadonlyMap<string, string> = new Map([
  ['j', 'ArrowDown'],
  ['k', 'ArrowUp'],
]);

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The key of a press in a list, where j and k are the arrow keys. Not for lists below a text field, where they are text. */
export function listKey({ key, ctrlKey, metaKey, altKey }: KeyPress): string {
  return ctrlKey || metaKey || altKey ? key : (letterKeys.get(key) ?? key);
}

/** The row that a key moves to from the active one (-1 for none); `null` if the key does not move. */
export function rowForKey(key: string, active: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const clampRow = (row: number): number => Math.min(count - 1, Math.max(0, row));
  switch (key) {
    case 'ArrowDown':
      return clampRow(active + 1);
    case 'ArrowUp':
      return clampRow(active - 1);
    case 'PageDown':
      return clampRow(active + page);
    case 'PageUp':
      return clampRow(active - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
