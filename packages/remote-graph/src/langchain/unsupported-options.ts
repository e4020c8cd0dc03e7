import { ArgumentError } from '../errors.ts';
import type { RemoteGraphCallOptions } from './remote-graph-options.ts';
import { callerNamespace } from './run-config.ts';

type Options = Partial<RemoteGraphCallOptions>;

export type CallKind = 'invoke' | 'stream' | 'streamEvents';

export const isOptionSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** Options of local LangGraph graphs, which no server takes. */
export const localOnlyOptions = [
  'inputKeys',
  'outputKeys',
  'debug',
  'control',
  'transformers',
  'cache',
  'store',
] as const;

// Throws `ArgumentError` for an option that the call would drop. `defaults`: the graph's options, below the
// call's; their `streamMode` applies to `stream` only. Options passed down by a surrounding local graph are
// ignored.
export function assertOptionsSupported(
  kind: CallKind,
  defaults: Options | undefined,
  call: Options | undefined,
): void {
  if (callerNamespace(call ?? {}).length > 0) return;
  for (const name of localOnlyOptions) {
    if (isOptionSet(optionOf(call, name) ?? optionOf(defaults, name)))
      throw new ArgumentError(`${name} only works in a local graph. A remote graph does not support it.`);
  }
  if (kind !== 'streamEvents' && isOptionSet(optionOf(call, 'encoding') ?? optionOf(defaults, 'encoding')))
    throw new ArgumentError(`${kind} returns values, not bytes. Use streamEvents for an encoded stream.`);
  if (kind === 'stream') return;
  const streamMode = call?.streamMode;
  if (!isOptionSet(streamMode) || streamMode === defaults?.streamMode) return;
  if (kind === 'invoke' && streamMode !== 'values')
    throw new ArgumentError('invoke returns the final values of a run. Use stream for other stream modes.');
  if (kind === 'streamEvents')
    throw new ArgumentError('streamEvents returns events. Use stream for stream modes.');
}

function optionOf(options: Options | undefined, name: string): unknown {
  return options && Reflect.get(options, name);
}
