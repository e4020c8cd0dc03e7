import type { StudioHandlers } from './contract.ts';

/** A call of the contract, whatever its input and result. */
export type AnyCall = (input: unknown, signal: AbortSignal) => Promise<unknown>;
/** A stream of the contract, whatever its input and items. */
export type AnyStream = (input: unknown, signal: AbortSignal) => AsyncIterable<unknown>;

export interface HandlerWrappers {
  wrapCall(name: string, call: AnyCall): AnyCall;
  wrapStream(name: string, stream: AnyStream): AnyStream;
}

/** Handlers with each call and stream wrapped. A wrapper gives results of the types that it got. */
export function wrapHandlers(
  { calls, streams }: StudioHandlers,
  { wrapCall, wrapStream }: HandlerWrappers,
): StudioHandlers {
  const wrapped = {
    calls: mapEntries(calls as unknown as Readonly<Record<string, AnyCall>>, wrapCall),
    streams: mapEntries(streams as unknown as Readonly<Record<string, AnyStream>>, wrapStream),
  };
  return wrapped as unknown as StudioHandlers;
}

function mapEntries<T>(
  record: Readonly<Record<string, T>>,
  wrap: (name: string, value: T) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, wrap(name, value)]));
}
