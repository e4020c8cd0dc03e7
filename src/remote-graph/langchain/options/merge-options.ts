import { ensureConfig, mergeConfigs } from '@langchain/core/runnables';
import type { RemoteCall, RemoteGraphCallOptions } from './remote-graph-options.ts';

type Options = Partial<RemoteGraphCallOptions>;

/** What LangChain fills in where nobody asked for a limit. */
const filledInLimit = 25;

/** A graph's own configuration below that of a call, with all that LangChain fills in. */
export function mergeOptions(own: Options | undefined, call: Options | undefined): Options {
  const limit = explicitRecursionLimit(own, call);
  const merged = mergeConfigs(own, limit === undefined ? call : { ...call, recursionLimit: limit });
  return ensureConfig({ ...merged, ...mergedRequest(own, call) });
}

/** What goes with a request: headers and parameters one by one, those of the call above those of the graph. */
function mergedRequest(own: Options | undefined, call: Options | undefined): Options {
  return {
    ...(own?.headers || call?.headers ? { headers: { ...own?.headers, ...call?.headers } } : {}),
    ...(own?.params || call?.params ? { params: { ...own?.params, ...call?.params } } : {}),
  };
}

/**
 * What goes with a request that is no run: the options of its call above those of its configuration, above those of the
 * graph. Each signal ends it, and each timeout.
 */
export function mergeRequestOptions(...layers: readonly (Options | RemoteCall | undefined)[]): RemoteCall {
  const signals = layers.flatMap((layer) => {
    const timeout = layer && 'timeout' in layer ? layer.timeout : undefined;
    return [layer?.signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)];
  });
  const given = signals.filter((signal) => signal !== undefined);
  const exact = layers.findLast((layer) => layer?.exact !== undefined)?.exact;
  return {
    ...layers.reduce<Options>((request, layer) => mergedRequest(request, layer as Options), {}),
    signal: given.length > 0 ? AbortSignal.any(given) : undefined,
    exact,
  };
}

/** The same with a signal that is this call's alone: LangChain listens to it, and Node warns of the eleventh listener. */
export function isolateSignal(options: Options): Options {
  return options.signal ? { ...options, signal: AbortSignal.any([options.signal]) } : options;
}

/** The options that are sent: of the limits only a chosen one, so that without one an assistant's own holds. */
export function withRecursionLimit(options: Options, limit: number | undefined): Options {
  const sent = { ...options };
  if (limit === undefined) delete sent.recursionLimit;
  else sent.recursionLimit = limit;
  return sent;
}

/**
 * The recursion limit that somebody chose; `undefined` for none. Any runnable around a graph hands LangChain's limit of 25
 * down to it, so that a call's 25 can't be told from none; a graph's own 25 was chosen.
 */
export function explicitRecursionLimit(
  own: Options | undefined,
  call: Options | undefined,
): number | undefined {
  const limit = call?.recursionLimit;
  return limit === undefined || limit === filledInLimit ? own?.recursionLimit : limit;
}
