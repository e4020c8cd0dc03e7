/**
 * How far a server's clock is ahead of ours, in milliseconds, by the `Date` of an answer; `null` when it tells none. Both
 * are times of day and only good for telling the user: nothing is ordered or timed by them (row C-14).
 */
export function clockSkew(date: string | null, now: number): number | null {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? null : theirs - now;
}
