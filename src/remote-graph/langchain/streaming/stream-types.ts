import type { StreamEvent } from '@langchain/core/tracers/log_stream';
import type { StreamMode } from '../../run-start/run-payload.ts';
import type { WireObject } from '../../http/api-types.ts';

/** A value whose type nobody told: what `JSON.parse` gives. Only so can an untyped graph be a node of any local graph. */
export type Untyped = ReturnType<typeof JSON.parse>;

/** A command in place of input: LangGraph's own, or a `RemoteCommand`. */
export interface CommandInput {
  readonly lg_name: string;
  readonly resume?: unknown;
  readonly update?: unknown;
  readonly goto?: unknown;
}

/** What a run can begin with: new input, null to go on, or a command. */
export type RemoteGraphInput<Input> = Input | CommandInput | null;

/** A message or a piece of one, as servers write it. */
export interface StreamedMessage {
  readonly type: string;
  readonly content: unknown;
  readonly id?: string | null;
  readonly [member: string]: unknown;
}

/** The data of a stream, mode by mode, of a graph whose values have this type. */
interface ChunkTypes<Output> {
  readonly values: Output;
  /** By node: what it wrote, null for nothing. Questions come as the update of `__interrupt__`. */
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

/** The data of one mode. */
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

/** What `stream` yields for these modes: data for one, `[mode, data]` for a list; with `subgraphs` the namespace first. */
export type StreamChunk<
  Output,
  Modes extends StreamMode | readonly StreamMode[],
  Subgraphs extends boolean,
> = Modes extends readonly (infer Mode extends StreamMode)[]
  ? Listed<Output, Mode, Subgraphs>
  : Modes extends StreamMode
    ? Single<Output, Modes, Subgraphs>
    : never;
