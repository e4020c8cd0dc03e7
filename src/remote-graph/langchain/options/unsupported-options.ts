import { ArgumentError } from '../../errors/errors.ts';
import type { RemoteGraphCallOptions } from './remote-graph-options.ts';
import { callerNamespace } from './run-config.ts';

type Options = Partial<RemoteGraphCallOptions>;

/** The kind of call, which decides the options it supports. */
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

/**
 * Throws `ArgumentError` for an option that the call would drop. `own`: the graph's options, below the
 * call's; their `streamMode` applies to `stream` only. Options passed down by a surrounding local graph are
 * ignored.
 */
export function assertOptionsSupported(
  kind: CallKind,
  own: Options | undefined,
  call: Options | undefined,
): void {
  if (callerNamespace(call ?? {}).length > 0) return;
  for (const name of localOnlyOptions) {
    if (isOptionSet(optionOf(call, name) ?? optionOf(own, name)))
      throw new ArgumentError(`${name} works inside of a local graph; a graph on a server can not take it.`);
  }
  if (kind !== 'streamEvents' && isOptionSet(optionOf(call, 'encoding') ?? optionOf(own, 'encoding')))
    throw new ArgumentError(`${kind} gives values, not bytes. Use streamEvents to get an encoded stream.`);
  if (kind === 'stream') return;
  const streamMode = call?.streamMode;
  if (!isOptionSet(streamMode) || streamMode === own?.streamMode) return;
  if (kind === 'invoke' && streamMode !== 'values')
    throw new ArgumentError('invoke gives the last values of a run. Use stream to get another streamMode.');
  if (kind === 'streamEvents')
    throw new ArgumentError('streamEvents gives events. Use stream to get a streamMode.');
}

function optionOf(options: Options | undefined, name: string): unknown {
  return options && Reflect.get(options, name);
}
