import type { GraphClientSettings } from './connection-settings.ts';
import { ArgumentError, StreamError } from './errors.ts';
import { GraphClient } from './graph-client.ts';
import type { CallOptions } from './http.ts';
import { configBody, mergeConfigs, metadataBody, placeOf, type RemoteConfig } from './run-config.ts';
import type { RunPayload, StreamMode } from './run-payload.ts';
import { configOf, snapshotOf, type StateSnapshot } from './state-snapshot.ts';
import type { StreamFrame } from './stream-frame.ts';
import type { WireGraph, WireObject } from './wire.ts';

/** Where the graph is: a client, or what one is made of. */
export interface RemoteGraphSettings extends Partial<GraphClientSettings> {
  readonly client?: GraphClient;
  /** Merged below each call's own. */
  readonly config?: RemoteConfig;
  /** For people; defaults to the assistant's id. */
  readonly name?: string;
}

/** What a call may add to its request. */
export type RemoteCall = Pick<CallOptions, 'headers' | 'params'>;

/** What a run may be started with, beside its input. */
export interface RemoteRunOptions
  extends RemoteCall, Omit<RunPayload, 'input' | 'command' | 'config' | 'streamMode'> {
  readonly config?: RemoteConfig | undefined;
}

export interface RemoteStreamOptions extends RemoteRunOptions {
  readonly streamMode?: StreamMode | readonly StreamMode[] | undefined;
  /** Yields what subgraphs stream, too, with the namespace it came from. */
  readonly subgraphs?: boolean | undefined;
}

/** Input that steers an interrupted thread in place of new input. */
export class RemoteCommand {
  readonly command: NonNullable<RunPayload['command']>;

  constructor(command: NonNullable<RunPayload['command']>) {
    this.command = command;
  }
}

/**
 * A graph on a server, used like a local one. The thread comes from `config.configurable.thread_id`; without one a run
 * keeps nothing. An interrupt is data: it comes as `__interrupt__` in values or updates, and is never thrown.
 */
export class RemoteGraph {
  readonly assistantId: string;
  readonly name: string;
  readonly #client: GraphClient;
  readonly #config: RemoteConfig | undefined;

  /** Throws `ArgumentError` when neither a client nor a URL is given. */
  constructor(assistantId: string, { client, config, name, ...settings }: RemoteGraphSettings) {
    if (assistantId === '')
      throw new ArgumentError("A remote graph needs an assistant's id or a graph's name.");
    this.assistantId = assistantId;
    this.name = name ?? assistantId;
    this.#client = client ?? newClient(settings);
    this.#config = config;
  }

  /** A copy whose calls also use this configuration. */
  withConfig(config: RemoteConfig): RemoteGraph {
    return new RemoteGraph(this.assistantId, {
      client: this.#client,
      config: mergeConfigs(this.#config, config),
      name: this.name,
    });
  }

  /** The drawn graph, as the server tells it. */
  getGraphAsync({
    xray,
    ...call
  }: RemoteCall & { readonly xray?: boolean | number } = {}): Promise<WireGraph> {
    return this.#client.assistants.getGraph(this.assistantId, { xray }, call);
  }

  /** The newest state, or the one that the configuration names. */
  async getState(
    config: RemoteConfig,
    { subgraphs, ...call }: RemoteCall & { readonly subgraphs?: boolean } = {},
  ): Promise<StateSnapshot> {
    const { asked, threadId, place, options } = this.#on(config, call);
    return snapshotOf(await this.#client.threads.getState(threadId, { ...place, subgraphs }, options), asked);
  }

  /** States, newest first, fetched as they are read. `limit` is how many at most (10); `before` names where to begin. */
  async *getStateHistory(
    config: RemoteConfig,
    {
      filter,
      before,
      limit = 10,
      ...call
    }: RemoteCall & {
      readonly filter?: WireObject;
      readonly before?: RemoteConfig;
      readonly limit?: number;
    } = {},
  ): AsyncGenerator<StateSnapshot, void, undefined> {
    const { asked, threadId, place, options } = this.#on(config, call);
    const query = { ...place, metadata: filter, limit, before: before && placeOf(before).checkpointId };
    const states = await this.#client.threads.getHistory(threadId, query, options);
    for (const state of states) yield snapshotOf(state, asked);
  }

  /** Writes values as if `asNode` had just run, and gives the configuration of the new state. */
  async updateState(
    config: RemoteConfig,
    values: unknown,
    asNode?: string,
    call: RemoteCall = {},
  ): Promise<RemoteConfig> {
    const { threadId, place, options } = this.#on(config, call);
    const { checkpoint } = await this.#client.threads.updateState(
      threadId,
      { ...place, values, asNode },
      options,
    );
    return configOf(checkpoint);
  }

  /**
   * Runs the graph and yields what it streams: for one mode its data, for a list `[mode, data]`; with `subgraphs` the
   * namespace comes first: `[namespace, data]`, `[namespace, mode, data]`. Throws `StreamError` when the run fails or
   * its end can't be known.
   */
  async *stream(input: unknown, options: RemoteStreamOptions = {}): AsyncGenerator<unknown, void, undefined> {
    const { streamMode = 'updates', subgraphs = false, ...rest } = options;
    const modes = typeof streamMode === 'string' ? [streamMode] : streamMode;
    const single = typeof streamMode === 'string';
    for await (const frame of this.#frames(input, modes, subgraphs, rest)) {
      const mode = modes.find((wanted) => isOfMode(frame.event, wanted));
      if (mode === undefined) continue;
      const data = frame.json();
      if (subgraphs) yield single ? [frame.namespace, data] : [frame.namespace, mode, data];
      else yield single ? data : [mode, data];
    }
  }

  /** Runs the graph and gives its last values; `undefined` when there were none. */
  async invoke(input: unknown, options: RemoteRunOptions = {}): Promise<unknown> {
    let last: unknown;
    for await (const values of this.stream(input, { ...options, streamMode: 'values' })) last = values;
    return last;
  }

  async *#frames(
    input: unknown,
    modes: readonly StreamMode[],
    subgraphs: boolean,
    { config, headers, params, metadata, ...payload }: RemoteRunOptions,
  ): AsyncGenerator<StreamFrame, void, undefined> {
    const merged = mergeConfigs(this.#config, config);
    const run = this.#client.runs.stream(
      placeOf(merged).threadId,
      this.assistantId,
      {
        ifNotExists: 'create',
        ...payload,
        ...(input instanceof RemoteCommand ? { command: input.command } : { input }),
        config: configBody(merged),
        metadata: { ...metadataBody(merged), ...metadata },
        streamMode: modes.map((mode) => (mode === 'messages' ? 'messages-tuple' : mode)),
        streamSubgraphs: subgraphs,
      },
      { headers, params, signal: merged.signal, purpose: 'remote-graph.stream' },
    );
    yield* run;
    const { outcome, error } = await run.end;
    if (outcome !== 'failed' && outcome !== 'lost' && outcome !== 'cancelled') return;
    const { name, message } = error ?? { name: 'Cancelled', message: 'The run was cancelled.' };
    throw new StreamError(name, message, await run.runId.catch(() => null));
  }

  #on(config: RemoteConfig, call: RemoteCall) {
    const asked = mergeConfigs(this.#config, config);
    const { threadId, ...place } = placeOf(asked);
    if (threadId === null)
      throw new ArgumentError('The configuration names no thread (configurable.thread_id).');
    return { asked, threadId, place, options: { ...call, signal: asked.signal } satisfies CallOptions };
  }
}

function newClient(settings: Partial<GraphClientSettings>): GraphClient {
  const { url } = settings;
  if (!url) throw new ArgumentError('A remote graph needs a client or the url of a server.');
  return new GraphClient({ ...settings, url });
}

/** `messages` and `messages-tuple` come under one name; the legacy form adds `/partial` and the like. */
function isOfMode(event: string, mode: StreamMode): boolean {
  if (mode === 'messages' || mode === 'messages-tuple') return event === 'messages';
  return event === mode;
}
