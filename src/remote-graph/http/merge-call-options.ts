import type { CallOptions } from './http-client.ts';

/**
 * The options of one call. They may also lie beside the query or the payload, where the official SDK has its `signal`;
 * what the last argument says wins.
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
