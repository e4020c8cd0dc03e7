import { isObject } from './shape.ts';

/** A LangChain run configuration, as far as it matters to a remote graph. */
export interface RemoteConfig {
  readonly configurable?: Readonly<Record<string, unknown>> | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly recursionLimit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Later ones win; `configurable` and `metadata` are merged one level deep, tags are joined without doubles. */
export function mergeConfigs(...configs: readonly (RemoteConfig | undefined)[]): RemoteConfig {
  const merged: { -readonly [K in keyof RemoteConfig]: RemoteConfig[K] } = {};
  for (const config of configs) {
    if (!config) continue;
    const { configurable, metadata, tags, recursionLimit, signal } = config;
    if (configurable) merged.configurable = { ...merged.configurable, ...configurable };
    if (metadata) merged.metadata = { ...merged.metadata, ...metadata };
    if (tags) merged.tags = [...new Set([...(merged.tags ?? []), ...tags])];
    if (recursionLimit !== undefined) merged.recursionLimit = recursionLimit;
    if (signal) merged.signal = signal;
  }
  return merged;
}

/** What of a configuration names the thread and one of its states. */
export interface ConfigPlace {
  readonly threadId: string | null;
  readonly checkpointId: string | undefined;
  readonly checkpointNs: string | undefined;
}

export function placeOf({ configurable = {} }: RemoteConfig): ConfigPlace {
  const { thread_id: thread, checkpoint_id: id, checkpoint_ns: ns } = configurable;
  return {
    threadId: typeof thread === 'string' && thread !== '' ? thread : null,
    checkpointId: typeof id === 'string' && id !== '' ? id : undefined,
    checkpointNs: typeof ns === 'string' && ns !== '' ? ns : undefined,
  };
}

/** Members of `configurable` that belong to the caller's own graph, or that travel in the path. */
const notSent = new Set(['thread_id', 'checkpoint_id', 'checkpoint_ns', 'checkpoint_map', 'callbacks']);

/** The configuration as it can be sent: only JSON, and nothing of the graph that the remote one is a node of. */
export function configBody(config: RemoteConfig): Record<string, unknown> {
  const configurable = Object.entries(config.configurable ?? {}).filter(
    ([key]) => !notSent.has(key) && !key.startsWith('__pregel_'),
  );
  return {
    configurable: plain(Object.fromEntries(configurable), []),
    ...(config.tags ? { tags: config.tags.filter((tag) => typeof tag === 'string') } : {}),
    ...(config.recursionLimit === undefined ? {} : { recursion_limit: config.recursionLimit }),
  };
}

/** A run's metadata travels beside the configuration: the JavaScript server drops it inside (protocol, section 2.5). */
export function metadataBody(config: RemoteConfig): Record<string, unknown> {
  const kept = plain(config.metadata ?? {}, []);
  return isObject(kept) ? kept : {};
}

/** The parts of a value that JSON can carry; functions, symbols and circles are left out. */
function plain(value: unknown, within: readonly object[]): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || within.includes(value)) return undefined;
  const around = [...within, value];
  if (Array.isArray(value))
    return value.map((item) => plain(item, around)).filter((item) => item !== undefined);
  const members = Object.entries(value).map(([key, member]) => [key, plain(member, around)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
