/** The members of anything that a server sent; no members for what is not an object. */
export function recordOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The items of anything that a server sent; none for what is not a list. */
export function arrayOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is there and not empty, else `null`. */
export function nonEmptyStringOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Larger numbers than any time in seconds: they are milliseconds. */
const mostSeconds = 100_000_000_000;

/**
 * A time as ISO 8601 text, else `null`. Most servers write such texts; some write seconds since 1970 (docs/protocol.md,
 * Other servers).
 */
export function timeOrNull(value: unknown): string | null {
  const number = numberOrNull(value);
  if (number === null) return nonEmptyStringOrNull(value);
  const time = new Date(number < mostSeconds ? number * 1000 : number);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** A finite number, else `null`. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The value when it is one of the known words, else `unknown`: servers may learn words that we do not know. */
export function enumOrUnknown<T extends string>(words: readonly T[], value: unknown): T | 'unknown' {
  return words.find((word) => word === value) ?? 'unknown';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
