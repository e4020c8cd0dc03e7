import { ConnectionError, GraphServerError, TimeoutError } from '../errors.ts';
import { isPermanentFailure } from '../connection-error.ts';

// `reads` (GET, HEAD and searches) have no effects: retried after any network failure and after 429, 502, 503 and 504.
// `unsent`: only if the request never left. `never`: sent once.
export type RetryPolicy = 'reads' | 'unsent' | 'never';

/** Statuses after which the same request may succeed later. */
export const transientStatuses = new Set([429, 502, 503, 504]);

/**
 * Statuses of a gateway that has passed a request on and got no usable answer: what the server did is unknown. 520 and 524
 * are Cloudflare's, whose 521 to 523 say that the server could not be reached.
 */
export const unknownOutcomeStatuses = new Set([502, 504, 520, 524]);

// A server may ask for a longer delay; then the error is reported instead.
const maxRetryAfterMs = 60_000;

/**
 * Whether a failed request is retried: the milliseconds of backoff until then, or `null` to give up. `failures` counts
 * from 1.
 */
export function retryDelay(policy: RetryPolicy, error: unknown, failures: number): number | null {
  if (policy === 'never') return null;
  if (error instanceof ConnectionError) {
    if (isPermanentFailure(error)) return null;
    return policy === 'reads' || error.unsent ? backoffMs(failures, 250, 8_000) : null;
  }
  if (!(error instanceof GraphServerError) || policy !== 'reads') return null;
  if (!transientStatuses.has(error.status)) return null;
  if (error.retryAfterMs === null) return backoffMs(failures, 250, 8_000);
  return error.retryAfterMs <= maxRetryAfterMs ? error.retryAfterMs : null;
}

/** Whether an event stream of a thread that had been open, and could not be opened again, may be so later. */
export function isTransientError(error: unknown): boolean {
  if (error instanceof GraphServerError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Exponential backoff with full jitter: between 0 and `base` doubled per failure, at most `limit` milliseconds. */
export function backoffMs(failures: number, base: number, limit: number): number {
  return Math.random() * Math.min(limit, base * 2 ** (failures - 1));
}

/** The `Retry-After` header in milliseconds: seconds, or a date relative to the response's `Date`. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const timeMs = Date.parse(value);
  const now = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(timeMs) ? null : Math.max(0, timeMs - (Number.isNaN(now) ? Date.now() : now));
}
