import { mergeConfigs, type RunnableConfig } from '@langchain/core/runnables';
import type { Graph } from '@langchain/core/runnables/graph';
import type { IterableReadableStream } from '@langchain/core/utils/stream';
import { ArgumentError } from '../errors.ts';
import type { StreamMode } from '../run-stream/run-payload.ts';
import {
  explicitRecursionLimit,
  mergeOptions,
  isolateSignal,
  mergeRequestOptions,
  withRecursionLimit,
} from './merge-options.ts';
import type { RemoteGraphInput, StreamChunk, Untyped } from './streaming/stream-types.ts';
import type {
  HistoryOptions,
  RemoteCall,
  RemoteGraphCallOptions,
  RemoteGraphSettings,
  SuperstepUpdate,
} from './remote-graph-options.ts';
import { resolveClient } from './resolve-client.ts';
import { SchemaRunnable } from './schema-runnable.ts';
import { toDrawableGraph } from './drawable-graph.ts';
import {
  type StreamEventsFilter,
  encodeEventStream,
  runEvents,
  type RemoteEvent,
} from './streaming/run-events.ts';
import { encodeProtocolStream, startEventRun, type RemoteEventRun } from './streaming/event-run.ts';
import type { ClientAdapter } from './client-adapter.ts';
import { LastValuesTracker, lastValues, toStreamChunks } from './streaming/run-output.ts';
import { createCancellableStream } from './streaming/cancellable-stream.ts';
import {
  fetchStateHistory,
  fetchState,
  resolveThread,
  updateThreadState,
  bulkUpdateThreadState,
  type ResolvedThread,
} from './remote-state.ts';
import { isOptionSet, assertOptionsSupported } from './unsupported-options.ts';
import { hasCallbacks, reportToCallbacks } from './streaming/callback-reporter.ts';
import { streamParts } from './streaming/stream-parts.ts';
import { SchemaReader } from './remote-schemas.ts';
import type { StateSnapshot } from './state-snapshot.ts';
import { withTracingHeaders } from './tracing-headers.ts';

type Options = Partial<RemoteGraphCallOptions>;

/**
 * A graph on a server, used like a local one: alone, composed with other runnables, or as a node of a local
 * graph. The thread is `configurable.thread_id`; without one a run is stateless. An interrupt is data
 * (`__interrupt__` in values and updates); it is thrown only to a surrounding local graph, as its own nodes
 * do.
 */
export class RemoteGraph<Input = Untyped, Output = Untyped> extends SchemaRunnable<Input, Output> {
  static override lc_name(): string {
    return 'RemoteGraph';
  }
  override lc_namespace = ['langgraph', 'pregel'];
  /** Marks it as a graph for a surrounding local graph. */
  readonly lg_is_pregel = true;
  readonly assistantId: string;
  readonly config: Options | undefined;
  override name: string;
  readonly #settings: RemoteGraphSettings;
  readonly #server: ClientAdapter;
  protected readonly schemas: SchemaReader;

  /** Throws `ArgumentError` without client and URL, or if one of them is unusable. */
  constructor(assistantId: string, settings: RemoteGraphSettings) {
    super({});
    if (assistantId === '')
      throw new ArgumentError('RemoteGraph needs the ID of an assistant or the name of a graph.');
    const { client, server } = resolveClient(settings);
    const { config, name, distributedTracing } = settings;
    this.assistantId = assistantId;
    this.name = name ?? assistantId;
    this.config = config;
    this.#settings = { client, config, name, distributedTracing };
    this.#server = server;
    this.schemas = new SchemaReader(server, assistantId, config);
  }

  /** A copy of the same class with additional configuration. */
  override withConfig(config: Options): RemoteGraph<Input, Output> {
    return this.#copy(this.assistantId, { ...this.#settings, config: mergeConfigs(this.config, config) });
  }

  /** The same with other types, unchecked. */
  withTypes<NewInput, NewOutput>(): RemoteGraph<NewInput, NewOutput> {
    return this.withConfig({}) as unknown as RemoteGraph<NewInput, NewOutput>;
  }

  /** Unsupported: a server's graph has to be fetched. */
  override getGraph(): Graph {
    throw new ArgumentError('The graph is on a server and must be fetched. Use getGraphAsync.');
  }

  /**
   * The graph for LangChain's drawing. `xray: true` expands subgraphs; a number limits the depth on Python
   * servers only.
   */
  async getGraphAsync({
    xray = false,
    ...call
  }: RemoteCall & { readonly xray?: boolean | number | undefined } = {}): Promise<Graph> {
    return toDrawableGraph(
      await this.#server.graph(this.assistantId, xray, mergeRequestOptions(this.config, call)),
    );
  }

  /**
   * A local graph expands a node in its drawing (`xray`) if it has this method and the next. Nothing can be
   * attached here.
   */
  attachNode(): never {
    throw new ArgumentError("Can't add a node: the graph is on a server.");
  }

  attachEdge(): never {
    throw new ArgumentError("Can't add an edge: the graph is on a server.");
  }

  /** Unsupported: a server's subgraphs have to be fetched. */
  getSubgraphs(): never {
    throw new ArgumentError('The subgraphs are on a server and must be fetched. Use getSubgraphsAsync.');
  }

  /**
   * Namespaces of subgraphs, each with a remote graph. Servers don't name a subgraph's graph, so the remote
   * graph stands for this whole graph, under the namespace's name.
   */
  async *getSubgraphsAsync(
    namespace?: string,
    recurse = false,
    call: RemoteCall = {},
  ): AsyncGenerator<[string, RemoteGraph<Input, Output>], void, undefined> {
    const subgraphs = await this.#server.subgraphs(
      this.assistantId,
      { namespace, recurse },
      mergeRequestOptions(this.config, call),
    );
    for (const [name, { graph_id: id }] of Object.entries(subgraphs)) {
      const assistantId = typeof id === 'string' && id !== '' ? id : this.assistantId;
      yield [name, this.#copy(assistantId, { ...this.#settings, name })];
    }
  }

  /** The newest state, or the one that the configuration names. */
  async getState(
    config: RunnableConfig,
    { subgraphs = false, ...call }: RemoteCall & { readonly subgraphs?: boolean | undefined } = {},
  ): Promise<StateSnapshot> {
    return fetchState(this.#server, this.#thread(config, call), subgraphs);
  }

  /** States of a thread, newest first, all branches, fetched on demand. */
  async *getStateHistory(
    config: RunnableConfig,
    options: HistoryOptions = {},
  ): AsyncGenerator<StateSnapshot, void, undefined> {
    yield* fetchStateHistory(this.#server, this.#thread(config, options), options);
  }

  /** Writes values as if `asNode` had just run; returns the new state's configuration. */
  async updateState(
    config: RunnableConfig,
    values: unknown,
    asNode?: string,
    call: RemoteCall = {},
  ): Promise<RunnableConfig> {
    return updateThreadState(this.#server, this.#thread(config, call), values, asNode);
  }

  /** Writes several supersteps, creating the thread if missing. Returns the last state's configuration. */
  async bulkUpdateState(
    config: RunnableConfig,
    supersteps: readonly { readonly updates: readonly SuperstepUpdate[] }[],
    call: RemoteCall = {},
  ): Promise<RunnableConfig> {
    const thread = this.#thread(config, call);
    await bulkUpdateThreadState(this.#server, thread, this.assistantId, supersteps);
    return (await this.getState({ configurable: { thread_id: thread.threadId } }, call)).config;
  }

  /** Runs the graph and returns its last values, with `__interrupt__` if it waits; `undefined` if none. */
  override async invoke(input: RemoteGraphInput<Input>, options?: Options): Promise<Output> {
    assertOptionsSupported('invoke', this.config, options);
    const limit = explicitRecursionLimit(this.config, options);
    const run = async (value: RemoteGraphInput<Input>, callOptions: Options = {}): Promise<Output> =>
      (await lastValues(this.#partsOf(value, withRecursionLimit(callOptions, limit)))) as Output;
    return this._callWithConfig(
      run,
      input as Input,
      this.#traced(isolateSignal(mergeOptions(this.config, options))),
    );
  }

  /**
   * Runs and streams: data for one mode, `[mode, data]` for a list; with `subgraphs`, `[namespace, data]` or
   * `[namespace, mode, data]`. Throws `RemoteException` when the graph fails.
   */
  override stream<
    const Modes extends StreamMode | readonly StreamMode[] = 'updates',
    Subgraphs extends boolean = false,
  >(
    input: RemoteGraphInput<Input>,
    options?: Omit<Options, 'streamMode' | 'subgraphs'> & {
      readonly streamMode?: Modes | undefined;
      readonly subgraphs?: Subgraphs | undefined;
    },
  ): Promise<IterableReadableStream<StreamChunk<Output, Modes, Subgraphs>>>;
  /** The signature of every runnable. */
  override stream(input: Input, options?: Options): Promise<IterableReadableStream<Output>>;
  override async stream(
    input: RemoteGraphInput<Input>,
    options?: Options,
  ): Promise<IterableReadableStream<Untyped>> {
    assertOptionsSupported('stream', this.config, options);
    const call = createCancellableStream(options?.signal);
    const chunks = await super.stream(input as Input, this.#traced({ ...options, signal: call.signal }));
    return call.stream(chunks);
  }

  override async *_streamIterator(input: Input, options?: Options): AsyncGenerator<Output> {
    const inputs = (async function* () {
      yield input;
    })();
    const limit = explicitRecursionLimit(this.config, options);
    const partsOf = this.#partsOf.bind(this);
    const run = async function* (values: AsyncGenerator<Input>, _: unknown, callOptions: Options = {}) {
      for await (const each of values)
        yield* toStreamChunks(
          partsOf(each, withRecursionLimit(callOptions, limit)),
          callOptions,
        ) as AsyncGenerator<Output>;
    };
    yield* this._transformStreamWithConfig(inputs, run, mergeOptions(this.config, options));
  }

  /**
   * Events inside the graph, as the server reports them. Versions 1 and 2 are alike (stream mode `events`);
   * version 3 is a run on a thread with events of all channels. Encoded as `text/event-stream` on request.
   */
  override streamEvents(
    input: RemoteGraphInput<Input>,
    options: Options & { version: 'v1' | 'v2'; encoding?: undefined },
    filter?: StreamEventsFilter,
  ): IterableReadableStream<RemoteEvent>;
  override streamEvents(
    input: RemoteGraphInput<Input>,
    options: Options & { version: 'v1' | 'v2'; encoding: 'text/event-stream' },
    filter?: StreamEventsFilter,
  ): IterableReadableStream<Uint8Array>;
  override streamEvents(
    input: RemoteGraphInput<Input>,
    options: Options & { version: 'v3'; encoding?: undefined },
  ): Promise<RemoteEventRun>;
  override streamEvents(
    input: RemoteGraphInput<Input>,
    options: Options & { version: 'v3'; encoding: 'text/event-stream' },
  ): Promise<IterableReadableStream<Uint8Array>>;
  override streamEvents(
    input: RemoteGraphInput<Input>,
    options: Options & { version: 'v1' | 'v2' | 'v3'; encoding?: 'text/event-stream' | undefined },
    filter: StreamEventsFilter = {},
  ):
    | IterableReadableStream<RemoteEvent>
    | IterableReadableStream<Uint8Array>
    | Promise<RemoteEventRun | IterableReadableStream<Uint8Array>> {
    const { version, encoding, ...call } = options;
    if (version === 'v3' && Object.values(filter).some(isOptionSet))
      return Promise.reject(
        new ArgumentError('Version v3 of streamEvents does not support filters. Use v2.'),
      );
    if (version !== 'v3') assertOptionsSupported('streamEvents', this.config, call);
    const cancellable = createCancellableStream(call.signal);
    const merged = this.#traced(mergeOptions(this.config, { ...call, signal: cancellable.signal }));
    const sent = withRecursionLimit(merged, explicitRecursionLimit(this.config, call));
    if (version === 'v3') {
      const run = startEventRun(this.#server, this.assistantId, input, sent, this.config);
      return encoding === undefined
        ? run
        : run.then((each) => cancellable.stream(encodeProtocolStream(each)));
    }
    const events = this.#events(input, sent, filter);
    return encoding === undefined
      ? cancellable.stream(events)
      : cancellable.stream(encodeEventStream(events));
  }

  /** Events of a run, also passed to the callbacks in its options. */
  #events(
    input: RemoteGraphInput<Input>,
    options: Options,
    filter: StreamEventsFilter,
  ): AsyncGenerator<RemoteEvent, void, undefined> {
    const run = this.#partsOf(input, options);
    if (!hasCallbacks(options)) return runEvents(run(['events']), filter);
    const lastValuesTracker = new LastValuesTracker();
    const events = runEvents(lastValuesTracker.of(run(['events', 'values'])), filter);
    return reportToCallbacks(
      options,
      { name: this.name, input, output: () => lastValuesTracker.output },
      events,
    );
  }

  #partsOf(input: RemoteGraphInput<Input>, options: Options) {
    return (modes: readonly StreamMode[]) =>
      streamParts(this.#server, this.assistantId, input, options, modes);
  }

  /** Attaches the current trace. */
  #traced(options: Options): Options {
    if (!this.#settings.distributedTracing) return options;
    return { ...options, headers: withTracingHeaders(options.headers, options) };
  }

  #thread(config: RunnableConfig, call: RemoteCall): ResolvedThread {
    return resolveThread(this.config, config, call);
  }

  #copy(assistantId: string, settings: RemoteGraphSettings): RemoteGraph<Input, Output> {
    const Same = this.constructor as new (
      id: string,
      from: RemoteGraphSettings,
    ) => RemoteGraph<Input, Output>;
    return new Same(assistantId, settings);
  }
}
