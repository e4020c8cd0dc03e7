/**
 * A server's time for a tooltip: its text as it came, microseconds and all, and what it is here (row J-10). A time without
 * an offset, as Python writes naive ones, could be any zone's: the tooltip says that it was read as this machine's own.
 */
export function timeTitle(at: string, date: Date): string {
  const here = date.toLocaleString();
  return hasZone(at)
    ? `${at}\n${here} here`
    : `${at}\n${here}, if it is this machine's time: it has no time zone`;
}

/** Whether a time of ISO 8601 says which zone it is of. A date alone is one of UTC. */
export function hasZone(at: string): boolean {
  return !at.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(at.trim());
}
