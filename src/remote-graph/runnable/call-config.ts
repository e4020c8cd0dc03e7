import { ensureConfig, mergeConfigs } from '@langchain/core/runnables';
import type { RemoteGraphCallOptions } from './call-options.ts';

type Options = Partial<RemoteGraphCallOptions>;

/** What LangChain fills in where nobody asked for a limit. */
const filledInLimit = 25;

/** A graph's own configuration below that of a call, with all that LangChain fills in. */
export function mergedOptions(own: Options | undefined, call: Options | undefined): Options {
  const limit = chosenLimit(own, call);
  return ensureConfig(mergeConfigs(own, limit === undefined ? call : { ...call, recursionLimit: limit }));
}

/** The options that are sent: of the limits only a chosen one, so that without one an assistant's own holds. */
export function sentOptions(options: Options, limit: number | undefined): Options {
  const sent = { ...options };
  if (limit === undefined) delete sent.recursionLimit;
  else sent.recursionLimit = limit;
  return sent;
}

/**
 * The recursion limit that somebody chose; `undefined` for none. Any runnable around a graph hands LangChain's limit of 25
 * down to it, so that a call's 25 can't be told from none; a graph's own 25 was chosen.
 */
export function chosenLimit(own: Options | undefined, call: Options | undefined): number | undefined {
  const limit = call?.recursionLimit;
  return limit === undefined || limit === filledInLimit ? own?.recursionLimit : limit;
}
