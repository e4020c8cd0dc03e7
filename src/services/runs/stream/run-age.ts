/**
 * How old a run is by its server's clock alone, in milliseconds: this computer's time of day may be another one (row
 * C-14). `createdAt` is the server's; `skewMs` is how far its clock is ahead of `now`. `null` where either is not known,
 * and for a run whose creation lies ahead, because it was to begin later. At most a second too small: servers tell their
 * time in whole seconds.
 */
export function ageByServer(createdAt: string | null, skewMs: number | null, now: number): number | null {
  const ageMs = now + (skewMs ?? NaN) - Date.parse(createdAt ?? '');
  return ageMs >= 0 ? ageMs : null;
}
