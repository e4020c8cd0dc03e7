// The client without LangChain: what does not need `RemoteGraph` imports this, and starts without loading it.
export { GraphClient } from './graph-client.ts';
export type {
  ExactOption,
  GraphClientSettings,
  ReconnectOptions,
  RequestEvent,
  ResponseEvent,
  Timeouts,
} from './connection-settings.ts';
export type { CallOptions } from './http.ts';
export { rawTextOf } from './text-of.ts';
export { ExactNumber } from '../exact-json/exact-number.ts';
export { JsonText } from '../exact-json/json-text.ts';
export {
  ArgumentError,
  ConnectionError,
  GraphServerError,
  ProtocolError,
  RedirectError,
  RemoteGraphError,
  StreamError,
  ThreadBusyError,
  ThreadNotFoundError,
  TimeoutError,
  TooDeepError,
  TooLargeError,
  UnknownOutcomeError,
} from './errors.ts';
export type { AttemptStats } from './errors.ts';
export { isUnsupportedRoute, mentionsBusyThread } from './server-differences.ts';
export type * from './assistants.ts';
export type * from './crons.ts';
export type * from './store.ts';
export type * from './thread-queries.ts';
export type { ThreadsClient } from './threads.ts';
export type { ProtocolEvent, ProtocolEventQuery, ProtocolRun, ProtocolStart } from './thread-protocol.ts';
export type * from './run-queries.ts';
export type { RunsClient } from './runs.ts';
export type { PageOptions } from './pages.ts';
export type { CreatedRun, Goto, LangsmithTracer, RunCommand, RunPayload, StreamMode } from './run-payload.ts';
export type { MetaClient } from './meta.ts';
export type { UiClient } from './ui.ts';
export type { EventName } from './event-name.ts';
export type { FrameBatch } from './frame-pack.ts';
export type { RunStream, StreamEnd, StreamConnectionState } from './run-stream-types.ts';
export type { StreamFrame } from './stream-frame.ts';
export type * from './wire.ts';
