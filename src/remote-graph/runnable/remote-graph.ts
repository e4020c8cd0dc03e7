import {
  Runnable,
  RunnableBinding,
  RunnableEach,
  ensureConfig,
  mergeConfigs,
  type RunnableConfig,
} from '@langchain/core/runnables';
import type { Graph } from '@langchain/core/runnables/graph';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { IterableReadableStream, concat } from '@langchain/core/utils/stream';
import { ArgumentError } from '../errors.ts';
import { GraphClient } from '../graph-client.ts';
import type { StreamMode } from '../run-payload.ts';
import { asCompleted, configsFor } from './batch-as-completed.ts';
import type {
  HistoryOptions,
  RemoteCall,
  RemoteGraphCallOptions,
  RemoteGraphSettings,
  SuperstepUpdate,
} from './call-options.ts';
import { drawableGraph } from './drawable-graph.ts';
import type { EventFilter } from './event-filter.ts';
import { protocolBytes, startEventRun, type RemoteEventRun } from './event-run.ts';
import type { GraphServer } from './graph-server.ts';
import { historyOf } from './history-pages.ts';
import { throughGraphClient } from './own-client.ts';
import { processEnvironment } from './process-environment.ts';
import { lastValues } from './last-values.ts';
import { RemoteFallbacks, type FallbackOptions } from './remote-fallbacks.ts';
import { RemoteRetry, type RetryOptions } from './remote-retry.ts';
import {
  configJsonSchema,
  configSpecsIn,
  remoteSchema,
  schemaIn,
  type ConfigField,
  type ConfigSpec,
  type JsonSchema,
  type RemoteSchema,
} from './remote-schemas.ts';
import { placeOf } from './run-config.ts';
import { runParts } from './run-parts.ts';
import { throughSdkClient } from './sdk-client.ts';
import { eventBytes, runEvents, type RemoteEvent } from './run-events.ts';
import { configOf, snapshotOf, type StateSnapshot } from './state-snapshot.ts';
import { toolOf, type ToolOptions } from './remote-tool.ts';
import { withTracingHeaders } from './tracing-headers.ts';

type Options = Partial<RemoteGraphCallOptions>;

/**
 * A graph on a server, used like a local one: alone, composed with other runnables, or as a node of a local graph. The
 * thread comes from `configurable.thread_id`; without one a run keeps nothing. An interrupt is data (`__interrupt__` in
 * values and updates); only to a local graph around it is it thrown, as its own nodes do.
 */
export class RemoteGraph<Input = unknown, Output = unknown> extends Runnable<
  Input,
  Output,
  RemoteGraphCallOptions
> {
  static override lc_name(): string {
    return 'RemoteGraph';
  }
  override lc_namespace = ['langgraph', 'pregel'];
  /** Lets a local graph see that its node is a graph. */
  readonly lg_is_pregel = true;
  readonly assistantId: string;
  /** Merged below each call's own. */
  readonly config: Options | undefined;
  override name: string;
  readonly #settings: RemoteGraphSettings;
  readonly #server: GraphServer;

  /** Throws `ArgumentError` when neither a client nor a URL is given, or when one of them can't be used. */
  constructor(assistantId: string, settings: RemoteGraphSettings) {
    super({});
    if (assistantId === '')
      throw new ArgumentError("A remote graph needs an assistant's id or a graph's name.");
    const client = settings.client ?? newClient(settings);
    const { config, name, distributedTracing } = settings;
    if (distributedTracing && !(client instanceof GraphClient)) {
      throw new ArgumentError(
        'An SDK client can not send tracing headers. Use a GraphClient or a url for that.',
      );
    }
    this.assistantId = assistantId;
    this.name = name ?? assistantId;
    this.config = config;
    this.#settings = { client, config, name, distributedTracing };
    this.#server = client instanceof GraphClient ? throughGraphClient(client) : throughSdkClient(client);
  }

  /** A copy, of the same class, whose calls also use this configuration. */
  override withConfig(config: Options): RemoteGraph<Input, Output> {
    return this.#copy(this.assistantId, { ...this.#settings, config: mergeConfigs(this.config, config) });
  }

  /** The same with other types: TypeScript's alone, nothing is checked. */
  withTypes<NewInput, NewOutput>(): RemoteGraph<NewInput, NewOutput> {
    return this.withConfig({}) as unknown as RemoteGraph<NewInput, NewOutput>;
  }

  /** Not there: a server's graph has to be fetched. */
  override getGraph(): Graph {
    throw new ArgumentError('The graph lies on a server and has to be fetched: call getGraphAsync.');
  }

  /** The graph as LangChain draws it. `xray: true` opens subgraphs; a number limits the depth on Python servers only. */
  async getGraphAsync({
    xray = false,
    ...call
  }: RemoteCall & { readonly xray?: boolean | number | undefined } = {}): Promise<Graph> {
    return drawableGraph(await this.#server.graph(this.assistantId, xray, callOf(call)));
  }

  /** A local graph opens a node in its drawing (`xray`) if it has this method and the next. Nothing can be attached here. */
  attachNode(): never {
    throw new ArgumentError('The graph lies on a server: no node can be attached to it from here.');
  }

  attachEdge(): never {
    throw new ArgumentError('The graph lies on a server: no edge can be attached to it from here.');
  }

  /** Not there: a server's subgraphs have to be fetched. */
  getSubgraphs(): never {
    throw new ArgumentError('The subgraphs lie on a server and have to be fetched: call getSubgraphsAsync.');
  }

  /**
   * The namespaces of subgraphs, each with a remote graph. Real servers don't name the graph that a subgraph is: then it
   * stands for this whole graph, under the namespace's name.
   */
  async *getSubgraphsAsync(
    namespace?: string,
    recurse = false,
    call: RemoteCall = {},
  ): AsyncGenerator<[string, RemoteGraph<Input, Output>], void, undefined> {
    const found = await this.#server.subgraphs(this.assistantId, { namespace, recurse }, call);
    for (const [name, { graph_id: id }] of Object.entries(found)) {
      const assistantId = typeof id === 'string' && id !== '' ? id : this.assistantId;
      yield [name, this.#copy(assistantId, { ...this.#settings, name })];
    }
  }

  /** The newest state, or the one that the configuration names. */
  async getState(
    config: RunnableConfig,
    { subgraphs = false, ...call }: RemoteCall & { readonly subgraphs?: boolean | undefined } = {},
  ): Promise<StateSnapshot> {
    const { asked, threadId, place, request } = this.#on(config, call);
    return snapshotOf(await this.#server.state(threadId, place, subgraphs, request), asked);
  }

  /** The states of a thread, newest first, all branches, fetched as they are read. */
  async *getStateHistory(
    config: RunnableConfig,
    { filter, before, limit, ...call }: HistoryOptions = {},
  ): AsyncGenerator<StateSnapshot, void, undefined> {
    const { asked, threadId, place, request } = this.#on(config, call);
    const pages = historyOf({ filter, before, limit }, place, (query) =>
      this.#server.history(threadId, query, request),
    );
    for await (const state of pages) yield snapshotOf(state, asked);
  }

  /** Writes values as if `asNode` had just run, and gives the configuration of the new state. */
  async updateState(
    config: RunnableConfig,
    values: unknown,
    asNode?: string,
    call: RemoteCall = {},
  ): Promise<RunnableConfig> {
    const { threadId, place, request } = this.#on(config, call);
    const { checkpoint } = await this.#server.update(threadId, { ...place, values, asNode }, request);
    return configOf(checkpoint);
  }

  /** Writes superstep after superstep; the thread is created if need be. Gives the configuration of the last state. */
  async bulkUpdateState(
    config: RunnableConfig,
    supersteps: readonly { readonly updates: readonly SuperstepUpdate[] }[],
    call: RemoteCall = {},
  ): Promise<RunnableConfig> {
    const { threadId, place, request } = this.#on(config, call);
    if (supersteps.length === 0 || supersteps.some(({ updates }) => updates.length === 0)) {
      throw new ArgumentError('Give at least one superstep, and each of them at least one update.');
    }
    if (place.checkpointId || place.checkpointNs) {
      throw new ArgumentError(
        'Supersteps are added to the newest state. The configuration can not name another.',
      );
    }
    const steps = supersteps.map(({ updates }) => updates);
    await this.#server.bulkUpdate(threadId, this.assistantId, steps, request);
    return (await this.getState({ configurable: { thread_id: threadId } }, call)).config;
  }

  /** Runs the graph and gives its last values, with `__interrupt__` in them if it waits; `undefined` if there are none. */
  override invoke(input: Input, options?: Options): Promise<Output> {
    const config = this.#traced(this.#merged(options));
    return this._callWithConfig(
      async (given: Input, own?: Options) =>
        (await lastValues((modes) =>
          runParts(this.#server, this.assistantId, given, own ?? {}, modes),
        )) as Output,
      input,
      config,
    );
  }

  /**
   * Runs the graph and streams: for one mode its data, for a list `[mode, data]`; with `subgraphs` the namespace comes
   * first: `[namespace, data]`, `[namespace, mode, data]`. Throws `RemoteException` when the graph fails.
   */
  override stream(input: Input, options?: Options): Promise<IterableReadableStream<Output>> {
    return super.stream(input, this.#traced(options ?? {}));
  }

  override async *_streamIterator(input: Input, options?: Options): AsyncGenerator<Output> {
    const inputs = (async function* () {
      yield input;
    })();
    const run = (given: AsyncGenerator<Input>, _: unknown, own?: Options) => this.#chunks(given, own ?? {});
    yield* this._transformStreamWithConfig(inputs, run, this.#merged(options));
  }

  /** Adds up the pieces of the input, then streams. No input, no run. */
  override async *transform(generator: AsyncGenerator<Input>, options: Options): AsyncGenerator<Output> {
    const pieces: Input[] = [];
    for await (const piece of generator) pieces.push(piece);
    if (pieces.length === 0) return;
    yield* this._streamIterator(
      pieces.reduce((whole, piece) => concat(whole, piece)),
      options,
    );
  }

  /** The last chunk stands for the whole output: chunks of states or modes can't be added up. */
  override _concatOutputChunks<O>(_first: O, second: O): O {
    return second;
  }

  /**
   * The events inside of the graph, as the server tells them. Versions 1 and 2 are alike here (its stream mode `events`);
   * version 3 is a run on a thread with events of all channels. As `text/event-stream` they come encoded.
   */
  override streamEvents(
    input: Input,
    options: Options & { version: 'v1' | 'v2'; encoding?: undefined },
    filter?: EventFilter,
  ): IterableReadableStream<RemoteEvent>;
  override streamEvents(
    input: Input,
    options: Options & { version: 'v1' | 'v2'; encoding: 'text/event-stream' },
    filter?: EventFilter,
  ): IterableReadableStream<Uint8Array>;
  override streamEvents(
    input: Input,
    options: Options & { version: 'v3'; encoding?: undefined },
  ): Promise<RemoteEventRun>;
  override streamEvents(
    input: Input,
    options: Options & { version: 'v3'; encoding: 'text/event-stream' },
  ): Promise<IterableReadableStream<Uint8Array>>;
  override streamEvents(
    input: Input,
    {
      version,
      encoding,
      ...options
    }: Options & { version: 'v1' | 'v2' | 'v3'; encoding?: 'text/event-stream' | undefined },
    filter: EventFilter = {},
  ):
    | IterableReadableStream<RemoteEvent>
    | IterableReadableStream<Uint8Array>
    | Promise<RemoteEventRun | IterableReadableStream<Uint8Array>> {
    const config = this.#traced(this.#merged(options));
    if (version === 'v3') return this.#eventRun(input, config, encoding !== undefined);
    const events = runEvents(runParts(this.#server, this.assistantId, input, config, ['events']), filter);
    return encoding === 'text/event-stream'
      ? IterableReadableStream.fromAsyncGenerator(eventBytes(events))
      : IterableReadableStream.fromAsyncGenerator(events);
  }

  /** Runs all inputs in parallel (`maxConcurrency` of the first configuration) and yields `[index, output]` as each is done. */
  batchAsCompleted(
    inputs: readonly Input[],
    options?: Options | readonly Options[],
    { returnExceptions = false }: { readonly returnExceptions?: boolean } = {},
  ): AsyncGenerator<[number, Output | Error], void, undefined> {
    const configs = configsFor(inputs.length, options);
    const limit = configs[0]?.maxConcurrency ?? this.config?.maxConcurrency ?? Number.POSITIVE_INFINITY;
    return asCompleted(inputs, limit, returnExceptions, (input, index) => this.invoke(input, configs[index]));
  }

  /** A runnable that calls this one with more options: `bind({ streamMode: 'values' })`. */
  bind(kwargs: Options): RunnableBinding<Input, Output, RemoteGraphCallOptions> {
    return new RunnableBinding<Input, Output, RemoteGraphCallOptions>({ bound: this, kwargs, config: {} });
  }

  /** A runnable from a list of inputs to the list of their outputs. */
  map(): RunnableEach<Input, Output, RemoteGraphCallOptions> {
    return new RunnableEach<Input, Output, RemoteGraphCallOptions>({ bound: this });
  }

  override withRetry(options: RetryOptions = {}): RemoteRetry<Input, Output> {
    return new RemoteRetry<Input, Output>(this, options);
  }

  override withFallbacks(
    options: FallbackOptions<Input, Output> | Runnable<Input, Output>[],
  ): RemoteFallbacks<Input, Output> {
    return new RemoteFallbacks<Input, Output>(
      this,
      Array.isArray(options) ? { fallbacks: options } : options,
    );
  }

  /** A tool that models can call, its schema fetched from the server. With a Zod schema at hand: `asTool`. */
  async asToolAsync(options: ToolOptions & RemoteCall = {}): Promise<StructuredToolInterface> {
    const schema = options.schema ?? (await this.getInputJsonSchema(options));
    return toolOf(this, { ...options, schema });
  }

  /** Prompts that the runnable uses: none that could be told from here. */
  getPrompts(): readonly never[] {
    return [];
  }

  async getInputJsonSchema(call: RemoteCall = {}): Promise<JsonSchema> {
    return schemaIn(await this.#server.schemas(this.assistantId, callOf(call)), 'input_schema');
  }

  async getOutputJsonSchema(call: RemoteCall = {}): Promise<JsonSchema> {
    return schemaIn(await this.#server.schemas(this.assistantId, callOf(call)), 'output_schema');
  }

  /** The schema of the configuration: its settings, and the standard members that `include` names. */
  async getConfigJsonSchema({
    include = [],
    ...call
  }: RemoteCall & { readonly include?: readonly ConfigField[] } = {}): Promise<JsonSchema> {
    const schemas = await this.#server.schemas(this.assistantId, callOf(call));
    return configJsonSchema(schemas, this.getName(), include);
  }

  async getInputSchema(call: RemoteCall = {}): Promise<RemoteSchema> {
    return remoteSchema(await this.getInputJsonSchema(call));
  }

  async getOutputSchema(call: RemoteCall = {}): Promise<RemoteSchema> {
    return remoteSchema(await this.getOutputJsonSchema(call));
  }

  async configSchema(include: readonly ConfigField[] = [], call: RemoteCall = {}): Promise<RemoteSchema> {
    return remoteSchema(await this.getConfigJsonSchema({ include, ...call }));
  }

  get inputSchema(): Promise<RemoteSchema> {
    return this.getInputSchema();
  }

  get outputSchema(): Promise<RemoteSchema> {
    return this.getOutputSchema();
  }

  /** The settings that the graph reads from `configurable`. */
  get configSpecs(): Promise<readonly ConfigSpec[]> {
    return this.#server.schemas(this.assistantId, {}).then(configSpecsIn);
  }

  async #eventRun(
    input: Input,
    config: Options,
    encoded: boolean,
  ): Promise<RemoteEventRun | IterableReadableStream<Uint8Array>> {
    const run = await startEventRun(this.#server, this.assistantId, input, config);
    return encoded ? IterableReadableStream.fromAsyncGenerator(protocolBytes(run)) : run;
  }

  async *#chunks(inputs: AsyncGenerator<Input>, options: Options): AsyncGenerator<Output> {
    const { streamMode = 'updates', subgraphs = false } = options;
    const single = typeof streamMode === 'string';
    const modes: readonly StreamMode[] = single
      ? [streamMode]
      : streamMode.length > 0
        ? streamMode
        : ['updates'];
    for await (const input of inputs) {
      for await (const { mode, namespace, data } of runParts(
        this.#server,
        this.assistantId,
        input,
        options,
        modes,
      )) {
        const chunk = subgraphs ? [namespace, mode, data] : [mode, data];
        yield (single ? (subgraphs ? [namespace, data] : data) : chunk) as Output;
      }
    }
  }

  /** This graph's configuration under the call's. LangChain's default limit does not win over a chosen one. */
  #merged(options: Options | undefined): Options {
    const limit = this.config?.recursionLimit;
    const isDefault = options?.recursionLimit === 25 && limit !== undefined;
    return ensureConfig(
      mergeConfigs(this.config, isDefault ? { ...options, recursionLimit: limit } : options),
    );
  }

  /** Ties the run to the trace that is current while it is asked for. */
  #traced(options: Options): Options {
    if (!this.#settings.distributedTracing) return options;
    return { ...options, headers: withTracingHeaders(options.headers, options) };
  }

  #on(config: RunnableConfig, call: RemoteCall) {
    const asked = mergeConfigs<RemoteGraphCallOptions>(this.config, config);
    const { threadId, state: place } = placeOf(asked);
    if (threadId === null) {
      throw new ArgumentError('The configuration names no thread (configurable.thread_id).');
    }
    return { asked, threadId, place, request: { ...callOf(call), signal: call.signal ?? asked.signal } };
  }

  #copy(assistantId: string, settings: RemoteGraphSettings): RemoteGraph<Input, Output> {
    const Same = this.constructor as new (
      id: string,
      from: RemoteGraphSettings,
    ) => RemoteGraph<Input, Output>;
    return new Same(assistantId, settings);
  }
}

/** The environment is read for a key as the official clients do, unless a key (or null for none) is given. */
function newClient({ url, ...settings }: RemoteGraphSettings): GraphClient {
  if (!url) throw new ArgumentError('A remote graph needs a client or the url of a server.');
  const { client: _client, config: _config, name: _name, distributedTracing: _tracing, ...own } = settings;
  return new GraphClient({ env: processEnvironment(), ...own, url });
}

function callOf({ headers, params, signal, exact }: RemoteCall): RemoteCall {
  return { headers, params, signal, exact };
}
