/** The row that a key moves to from the active one (-1 for none); `null` if the key does not move. */
export function rowForKey(key: string, active: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const within = (row: number): number => Math.min(count - 1, Math.max(0, row));
  switch (key) {
    case 'ArrowDown':
      return within(active + 1);
    case 'ArrowUp':
      return within(active - 1);
    case 'PageDown':
      return within(active + page);
    case 'PageUp':
      return within(active - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
