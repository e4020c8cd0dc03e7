import { isRecord } from '../../../shared/narrow.ts';

/** A list in an object of another tool; empty if there is none. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const list = isRecord(value) ? value[name] : null;
  return Array.isArray(list) ? list : [];
}

export function boundedOrNull(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : null;
}

/** A count: OTLP writes 64-bit integers as strings. */
export function wholeNumberOrNull(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** A value as JSON; `null` without any. A whole number that lost digits when it was read says so. */
export function jsonTextOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return JSON.stringify(value, (_name, each: unknown) =>
    Number.isInteger(each) && !Number.isSafeInteger(each) ? `about ${String(each)}` : each,
  );
}

// Later ones are no dates.
const maxMillis = 8.64e15;

/** Nanoseconds since 1970, as text or as a number, in milliseconds. */
export function millisOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 0 && value / 1e6 <= maxMillis ? value / 1e6 : null;
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value) || /^0*$/.test(value)) return null;
  const nanos = BigInt(value);
  return Number(nanos / 1_000_000n) + Number(nanos % 1_000_000n) / 1e6;
}

/** A date of ISO 8601, in milliseconds; one without a zone is UTC, as LangSmith writes it. */
export function dateMillisOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
  return Number.isNaN(ms) ? null : ms;
}
