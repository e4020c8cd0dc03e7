export { GraphClient } from './graph-client.ts';
export type { GraphClientSettings, Reconnect, RequestEvent, Timeouts } from './connection-settings.ts';
export type { CallOptions } from './http.ts';
export { textOf } from './text-of.ts';
export { JsonText } from '../exact-json/json-text.ts';
export {
  ArgumentError,
  ConnectionError,
  GraphServerError,
  ProtocolError,
  RedirectError,
  RemoteGraphError,
  StreamError,
  TimeoutError,
  TooLargeError,
  UnknownOutcomeError,
} from './errors.ts';
export type { AssistantQuery, AssistantsClient } from './assistants.ts';
export type {
  HistoryQuery,
  NewThread,
  StatePlace,
  StateUpdate,
  ThreadQuery,
  ThreadsClient,
} from './threads.ts';
export type { CancelHow, JoinPlace, RunQuery, RunsClient } from './runs.ts';
export type { Goto, RunCommand, RunPayload, StreamMode } from './run-payload.ts';
export type { MetaClient } from './meta.ts';
export type { RunStream, StreamEnd, StreamLink } from './run-stream-types.ts';
export type { StreamFrame } from './stream-frame.ts';
export type * from './wire.ts';
export { RemoteCommand, RemoteGraph } from './remote-graph.ts';
export type {
  RemoteCall,
  RemoteGraphSettings,
  RemoteRunOptions,
  RemoteStreamOptions,
} from './remote-graph.ts';
export type { RemoteConfig } from './run-config.ts';
export type { SnapshotTask, StateSnapshot } from './state-snapshot.ts';
