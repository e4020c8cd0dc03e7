import type { z } from 'zod';

interface TransportOptions {
  // The member of a value that holds a long text, or bytes in pieces (which arrive as one). Sent verbatim
  // after the message instead of as escaped JSON.
  readonly bulk?: string;
}

/* Of `core`, so that schemas of `zod` and of `zod/mini` are taken: the page makes its own with the smaller one. */

export interface CallDefinition<
  In extends z.core.$ZodType = z.core.$ZodType,
  Out extends z.core.$ZodType = z.core.$ZodType,
> extends TransportOptions {
  readonly input: In;
  readonly result: Out;
}

export interface StreamDefinition<
  In extends z.core.$ZodType = z.core.$ZodType,
  Item extends z.core.$ZodType = z.core.$ZodType,
> extends TransportOptions {
  readonly input: In;
  readonly item: Item;
}

export interface ContractDefinition {
  readonly calls: Readonly<Record<string, CallDefinition>>;
  readonly streams: Readonly<Record<string, StreamDefinition>>;
}

export function call<In extends z.core.$ZodType, Out extends z.core.$ZodType>(
  input: In,
  result: Out,
  travel: TransportOptions = {},
): CallDefinition<In, Out> {
  return { input, result, ...travel };
}

export function stream<In extends z.core.$ZodType, Item extends z.core.$ZodType>(
  input: In,
  item: Item,
  travel: TransportOptions = {},
): StreamDefinition<In, Item> {
  return { input, item, ...travel };
}

/** The back end of a contract. A call or stream without a handler does not compile. */
export interface Handlers<C extends ContractDefinition> {
  readonly calls: {
    readonly [K in keyof C['calls']]: (
      input: z.output<C['calls'][K]['input']>,
      signal: AbortSignal,
    ) => Promise<z.input<C['calls'][K]['result']>>;
  };
  readonly streams: {
    readonly [K in keyof C['streams']]: (
      input: z.output<C['streams'][K]['input']>,
      signal: AbortSignal,
    ) => AsyncIterable<z.input<C['streams'][K]['item']>>;
  };
}
