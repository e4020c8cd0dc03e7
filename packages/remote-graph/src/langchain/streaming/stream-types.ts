import type { StreamEvent } from '@langchain/core/tracers/log_stream';
import type { StreamMode } from '../../run-stream/run-payload.ts';
import type { WireObject } from '../../http/api-types.ts';

/**
 * A value of unknown type, as from `JSON.parse`, so that an untyped graph can be a node of any local graph.
 */
export type Untyped = ReturnType<typeof JSON.parse>;

/** A command in place of input: LangGraph's own, or a `RemoteCommand`. */
export interface CommandInput {
  readonly lg_name: string;
  readonly resume?: unknown;
  readonly update?: unknown;
  readonly goto?: unknown;
}

/** New input, null to continue, or a command. */
export type RemoteGraphInput<Input> = Input | CommandInput | null;

/** A message or a chunk of one, as servers send it. */
export interface StreamedMessage {
  readonly type: string;
  readonly content: unknown;
  readonly id?: string | null;
  readonly [member: string]: unknown;
}

// Data by mode, for a graph whose values have this type.
interface ChunkTypes<Output> {
  readonly values: Output;
  // By node: its writes, null for none. Interrupts come as the update of `__interrupt__`.
  readonly updates: Readonly<Record<string, Partial<Output> | null>>;
  readonly messages: readonly [message: StreamedMessage, metadata: WireObject];
  readonly 'messages-tuple': readonly [message: StreamedMessage, metadata: WireObject];
  readonly events: StreamEvent;
  readonly tasks: WireObject;
  readonly checkpoints: WireObject;
  readonly debug: WireObject;
  readonly tools: WireObject;
  readonly custom: Untyped;
}

export type ChunkOf<Output, Mode extends StreamMode> = ChunkTypes<Output>[Mode];

type Listed<Output, Mode extends StreamMode, Subgraphs extends boolean> = Mode extends StreamMode
  ? Subgraphs extends true
    ? [namespace: string[], mode: Mode, data: ChunkOf<Output, Mode>]
    : [mode: Mode, data: ChunkOf<Output, Mode>]
  : never;

type Single<Output, Mode extends StreamMode, Subgraphs extends boolean> = Mode extends StreamMode
  ? Subgraphs extends true
    ? [namespace: string[], data: ChunkOf<Output, Mode>]
    : ChunkOf<Output, Mode>
  : never;

/**
 * What `stream` yields: data for one mode, `[mode, data]` for a list; with `subgraphs` the namespace first.
 */
export type StreamChunk<
  Output,
  Modes extends StreamMode | readonly StreamMode[],
  Subgraphs extends boolean,
> = Modes extends readonly (infer Mode extends StreamMode)[]
  ? Listed<Output, Mode, Subgraphs>
  : Modes extends StreamMode
    ? Single<Output, Modes, Subgraphs>
    : never;
