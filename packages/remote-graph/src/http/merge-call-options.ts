import type { CallOptions } from './http-client.ts';

/**
 * Options of one call. They may also be members of the query or payload, as `signal` is in the official SDK;
 * the last argument wins.
 */
export function mergeCallOptions(inlineOptions: CallOptions, callOptions: CallOptions): CallOptions {
  return {
    headers: { ...inlineOptions.headers, ...callOptions.headers },
    params: { ...inlineOptions.params, ...callOptions.params },
    signal: callOptions.signal ?? inlineOptions.signal,
    purpose: callOptions.purpose ?? inlineOptions.purpose,
    exact: callOptions.exact ?? inlineOptions.exact,
  };
}
