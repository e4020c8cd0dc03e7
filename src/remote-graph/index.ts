// All of the package. What needs no `RemoteGraph` imports `client.ts`: new exports of the client belong there.
export * from './client.ts';
export { RemoteGraph } from './runnable/remote-graph.ts';
export type {
  HistoryOptions,
  RemoteCall,
  RemoteGraphCallOptions,
  RemoteGraphSettings,
  SuperstepUpdate,
} from './runnable/call-options.ts';
export type {
  ChunkOf,
  CommandInput,
  RemoteGraphInput,
  StreamChunk,
  StreamedMessage,
} from './runnable/chunk-types.ts';
export type { SdkClient } from './runnable/official-client.ts';
export { RemoteCommand } from './runnable/run-input.ts';
export { GraphInterrupt, ParentCommand, RemoteException } from './runnable/run-failure.ts';
export type { RemoteNode } from './runnable/drawable-graph.ts';
export type { StreamEventsFilter } from './runnable/event-filter.ts';
export type { ErrorClass } from './runnable/error-class.ts';
export type { RemoteEventRun } from './runnable/event-run.ts';
export type { RemoteEvent } from './runnable/run-events.ts';
export type { FallbackOptions, RemoteFallbacks } from './runnable/remote-fallbacks.ts';
export type { RemoteRetry, RetryOptions } from './runnable/remote-retry.ts';
export type { ConfigField, ConfigSpec, JsonSchema, RemoteSchema } from './runnable/remote-schemas.ts';
export type { ToolOptions } from './runnable/remote-tool.ts';
export type { SnapshotTask, StateSnapshot } from './runnable/state-snapshot.ts';
