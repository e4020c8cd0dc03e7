// Everything, including `RemoteGraph`. Client exports belong into `client.ts`.
export * from './client.ts';
export { RemoteGraph } from './langchain/remote-graph.ts';
export type {
  HistoryOptions,
  RemoteCall,
  RemoteGraphCallOptions,
  RemoteGraphSettings,
  SuperstepUpdate,
} from './langchain/remote-graph-options.ts';
export type {
  ChunkOf,
  CommandInput,
  RemoteGraphInput,
  StreamChunk,
  StreamedMessage,
} from './langchain/streaming/stream-types.ts';
export type { SdkClient } from './langchain/sdk-types.ts';
export { RemoteCommand } from './langchain/streaming/run-input.ts';
export { GraphInterrupt, ParentCommand, RemoteException } from './langchain/streaming/remote-errors.ts';
export type { RemoteNode } from './langchain/drawable-graph.ts';
export type { StreamEventsFilter } from './langchain/streaming/run-events.ts';
export type { ErrorClass } from './langchain/retry-and-fallbacks.ts';
export type { RemoteEventRun } from './langchain/streaming/event-run.ts';
export type { RemoteEvent } from './langchain/streaming/run-events.ts';
export type { FallbackOptions, RemoteFallbacks } from './langchain/retry-and-fallbacks.ts';
export type { RemoteRetry, RetryOptions } from './langchain/retry-and-fallbacks.ts';
export type { ConfigField, ConfigSpec, JsonSchema, RemoteSchema } from './langchain/remote-schemas.ts';
export type { ToolOptions } from './langchain/schema-runnable.ts';
export type { SnapshotTask, StateSnapshot } from './langchain/state-snapshot.ts';
