import { ConnectionError, GraphServerError } from '../errors/errors.ts';
import { isPermanent } from '../errors/connection-error.ts';

/**
 * How often a request may be sent. `reads` (GET and HEAD) change nothing, so they may be sent again after any network failure and
 * after 429, 502, 503 and 504. `unsent`: only when the request certainly never left. `never`: one time (row C-2).
 */
export type RetryPolicy = 'reads' | 'unsent' | 'never';

const passingStatuses = new Set([429, 502, 503, 504]);

/** Servers may ask for a longer wait; then the caller is told instead of being left waiting. */
const longestRetryAfterMs = 60_000;

/** Milliseconds to wait before sending again, or `null` when the failure is to be told. `failures` counts from 1. */
export function retryDelay(repeat: RetryPolicy, thrown: unknown, failures: number): number | null {
  if (repeat === 'never') return null;
  if (thrown instanceof ConnectionError) {
    if (isPermanent(thrown)) return null;
    return repeat === 'reads' || thrown.unsent ? jitter(failures, 250, 8_000) : null;
  }
  if (!(thrown instanceof GraphServerError) || repeat !== 'reads') return null;
  if (!passingStatuses.has(thrown.status)) return null;
  if (thrown.retryAfterMs === null) return jitter(failures, 250, 8_000);
  return thrown.retryAfterMs <= longestRetryAfterMs ? thrown.retryAfterMs : null;
}

/** Full jitter: anywhere between nothing and `base` doubled for each failure, at most `most` milliseconds. */
export function jitter(failures: number, base: number, most: number): number {
  return Math.random() * Math.min(most, base * 2 ** (failures - 1));
}

/** `Retry-After` in milliseconds: seconds, or a date measured against the answer's own `Date` (row C-14). */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  const now = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(now) ? Date.now() : now));
}
