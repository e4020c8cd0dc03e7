// How far a skew by one response may be from the truth.
const maxErrorMs = 500;

/**
 * Age of a run by its server's clock alone, in milliseconds: the local time of day may differ.
 * `createdAt`: the server's; `skewMs`: how far its clock is ahead of `now`. `null` if either is unknown, or
 * for a scheduled run created in the future. The skew is known to half a second at first, and soon better.
 */
export function ageByServer(createdAt: string | null, skewMs: number | null, now: number): number | null {
  const ageMs = now + (skewMs ?? NaN) - Date.parse(createdAt ?? '');
  return ageMs >= -maxErrorMs ? Math.max(0, ageMs) : null;
}
