import { ensureConfig, mergeConfigs } from '@langchain/core/runnables';
import { abortAfter, anySignal } from '../async/abort-signals.ts';
import type { RemoteCall, RemoteGraphCallOptions } from './remote-graph-options.ts';

type Options = Partial<RemoteGraphCallOptions>;

// LangChain's default for `recursionLimit`.
const filledInLimit = 25;

// Merges a graph's configuration with that of a call, which wins, and LangChain's defaults.
export function mergeOptions(defaults: Options | undefined, call: Options | undefined): Options {
  const limit = explicitRecursionLimit(defaults, call);
  const merged = mergeConfigs(defaults, limit === undefined ? call : { ...call, recursionLimit: limit });
  return ensureConfig({ ...withLimitedSignal(merged), ...mergedRequest(defaults, call) });
}

// Turns the timeout into a signal, as `ensureConfig` does, whose own signal may never abort: see `abortAfter`. What it
// refuses stays for it.
function withLimitedSignal({ timeout, ...options }: Options): Options {
  if (timeout === undefined || !(timeout > 0)) return { ...options, timeout };
  return {
    ...options,
    signal: abortAfter(timeout, options.signal),
    metadata: { timeoutMs: timeout, ...options.metadata },
  };
}

function mergedRequest(defaults: Options | undefined, call: Options | undefined): Options {
  return {
    ...(defaults?.headers || call?.headers ? { headers: { ...defaults?.headers, ...call?.headers } } : {}),
    ...(defaults?.params || call?.params ? { params: { ...defaults?.params, ...call?.params } } : {}),
  };
}

// Options of a request that is no run; later layers win. Any of the signals or timeouts aborts it.
export function mergeRequestOptions(...layers: readonly (Options | RemoteCall | undefined)[]): RemoteCall {
  const signals = layers.flatMap((layer) => {
    const timeout = layer && 'timeout' in layer ? layer.timeout : undefined;
    return [layer?.signal, timeout === undefined ? undefined : abortAfter(timeout)];
  });
  const definedSignals = signals.filter((signal) => signal !== undefined);
  const exact = layers.findLast((layer) => layer?.exact !== undefined)?.exact;
  return {
    ...layers.reduce<Options>((request, layer) => mergedRequest(request, layer as Options), {}),
    signal: definedSignals.length > 0 ? anySignal(definedSignals) : undefined,
    exact,
  };
}

// Gives the call a signal of its own: LangChain adds listeners, and Node warns of the eleventh.
export function isolateSignal(options: Options): Options {
  return options.signal ? { ...options, signal: anySignal([options.signal]) } : options;
}

// Sends a recursion limit only if chosen, so that the assistant's own applies otherwise.
export function withRecursionLimit(options: Options, limit: number | undefined): Options {
  const sent = { ...options };
  if (limit === undefined) delete sent.recursionLimit;
  else sent.recursionLimit = limit;
  return sent;
}

// The chosen recursion limit; `undefined` for none. Surrounding runnables pass LangChain's default of 25
// down, so a call's 25 counts as none; a graph's own 25 was chosen.
export function explicitRecursionLimit(
  graphOptions: Options | undefined,
  call: Options | undefined,
): number | undefined {
  const limit = call?.recursionLimit;
  return limit === undefined || limit === filledInLimit ? graphOptions?.recursionLimit : limit;
}
