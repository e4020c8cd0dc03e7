export function nonEmptyStringOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

// Larger than any time in seconds, so it must be milliseconds.
const maxSeconds = 100_000_000_000;

/**
 * A time as ISO 8601, else `null`. Most servers send such texts; some send seconds since 1970
 * (docs/protocol.md, Other servers).
 */
export function timeOrNull(value: unknown): string | null {
  const number = numberOrNull(value);
  if (number === null) return nonEmptyStringOrNull(value);
  const time = new Date(number < maxSeconds ? number * 1000 : number);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** A finite number, else `null`. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A known value, else `unknown`: servers may add values. */
export function enumOrUnknown<T extends string>(values: readonly T[], value: unknown): T | 'unknown' {
  return values.find((word) => word === value) ?? 'unknown';
}
