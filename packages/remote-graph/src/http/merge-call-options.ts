import type { CallOptions } from './http-client.ts';

/**
 * Options of one call. They may also be members of the query or payload, as `signal` is in the official SDK;
 * the last argument wins.
 */
export function mergeCallOptions(beside: CallOptions, last: CallOptions): CallOptions {
  return {
    headers: { ...beside.headers, ...last.headers },
    params: { ...beside.params, ...last.params },
    signal: last.signal ?? beside.signal,
    purpose: last.purpose ?? beside.purpose,
    exact: last.exact ?? beside.exact,
  };
}
