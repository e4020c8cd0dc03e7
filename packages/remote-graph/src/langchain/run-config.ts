import type { RunnableConfig } from '@langchain/core/runnables';
import { JsonText } from 'exact-json';
import { isObject } from '../http/response-checks.ts';
import type { StateRef } from '../resources/threads.ts';
import type { WireCheckpoint } from '../http/api-types.ts';

export interface ConfiguredThread {
  readonly threadId: string | null;
  readonly state: StateRef;
}

/** Reads the thread and the checkpoint that a LangChain configuration names (`configurable.thread_id`, `checkpoint_id`). */
export function threadRefOf(config: RunnableConfig): ConfiguredThread {
  const configurable: Record<string, unknown> = config.configurable ?? {};
  const { thread_id: thread, checkpoint_id: id, checkpoint_ns: ns, checkpoint_map: map } = configurable;
  const threadId = textOrNull(thread);
  // A local graph asks for the state of its node: its namespaces and checkpoints mean nothing on the server.
  if ('__pregel_checkpointer' in configurable || '__pregel_read' in configurable) {
    return { threadId, state: {} };
  }
  const checkpointMap = isObject(map) && Object.keys(map).length > 0 ? { checkpoint_map: map } : null;
  return {
    threadId,
    state: {
      checkpointId: textOrNull(id),
      checkpointNs: textOrNull(ns),
      checkpoint: checkpointMap as WireCheckpoint | null,
    },
  };
}

/** The checkpoint to start from, of a root graph's configuration. */
export function startCheckpointOf(config: RunnableConfig): WireCheckpoint | undefined {
  const { checkpointId, checkpointNs, checkpoint } = threadRefOf(config).state;
  if (!checkpointId || checkpointNs) return undefined;
  return { ...checkpoint, checkpoint_id: checkpointId, checkpoint_ns: '' };
}

/** Namespace of the calling task, outermost first; empty if the caller is no graph. */
export function callerNamespace(config: RunnableConfig): readonly string[] {
  return (textOrNull(config.configurable?.['checkpoint_ns']) ?? '').split('|').filter((part) => part !== '');
}

// Members of `configurable` that belong to the caller's own graph or are sent elsewhere in the request.
const notSent = new Set(['thread_id', 'checkpoint_id', 'checkpoint_ns', 'checkpoint_map', 'callbacks']);

/** The `config` of a run's request, from a LangChain configuration: JSON only, without members of the surrounding graph. */
export function configBody(config: RunnableConfig): Record<string, unknown> {
  const { tags = [], recursionLimit } = config;
  const configurable = Object.entries(config.configurable ?? {}).filter(
    ([key]) => !notSent.has(key) && !key.startsWith('__pregel_'),
  );
  return {
    configurable: toPlainValue(Object.fromEntries(configurable)),
    ...(tags.length > 0 ? { tags: tags.filter((tag) => typeof tag === 'string') } : {}),
    ...(recursionLimit === undefined ? {} : { recursion_limit: recursionLimit }),
  };
}

/**
 * Run metadata is sent beside the configuration: the JavaScript server drops it inside (docs/protocol.md, Run
 * request).
 */
export function metadataBody(config: RunnableConfig): Record<string, unknown> {
  const metadata = toPlainValue(config.metadata ?? {});
  return isObject(metadata) ? metadata : {};
}

// The parts of a value that JSON can represent, as in the official JS client: cycles become `[Circular]`, big
// integers strings; functions, symbols and class instances are dropped.
function toPlainValue(value: unknown, ancestors: readonly object[] = []): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return undefined;
  if (value instanceof JsonText) return value;
  if (ancestors.includes(value)) return '[Circular]';
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return toPlainValue(value.toJSON(), [...ancestors, value]);
  const path = [...ancestors, value];
  if (Array.isArray(value)) {
    return value.map((item) => toPlainValue(item, path)).filter((item) => item !== undefined);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const members = Object.entries(value).map(([key, member]) => [key, toPlainValue(member, path)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
