// The client without LangChain: importing it does not load LangChain.
export { GraphClient } from './resources/graph-client.ts';
export type {
  ExactOption,
  GraphClientSettings,
  ReconnectOptions,
  RequestEvent,
  ResponseEvent,
  Timeouts,
} from './http/client-settings.ts';
export type { CallOptions } from './http/http-client.ts';
export { fetchWithCredential } from './http/request-credential.ts';
export type { RequestCredential } from './http/request-credential.ts';
export { apiKeyVariables } from './http/client-settings.ts';
export { abortAfter, untilAborted } from './async/abort-signals.ts';
export { backoffMs, retryAfterMs, transientStatuses } from './http/retry.ts';
export { networkErrorCode } from './connection-error.ts';
export { rawTextOf } from './http/raw-text.ts';
export { ExactNumber, JsonText } from 'exact-json';
export {
  ArgumentError,
  ConnectionError,
  CredentialError,
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
  UnconfirmedChangeError,
  UnknownOutcomeError,
} from './errors.ts';
export type { AttemptStats } from './errors.ts';
export { mentionsBusyThread } from './compat/busy-thread.ts';
export { parsePythonException } from './compat/run-failures.ts';
export { isUnsupportedRoute } from './compat/unsupported-route.ts';
export type { WireAgent } from './compat/agents.ts';
export type * from './resources/agents.ts';
export type * from './resources/assistant-types.ts';
export type { AssistantsClient } from './resources/assistants.ts';
export type * from './resources/crons.ts';
export type * from './resources/store.ts';
export type * from './resources/thread-types.ts';
export type { ThreadsClient } from './resources/threads.ts';
export type {
  ProtocolEvent,
  ProtocolEventQuery,
  ProtocolRun,
  ProtocolStart,
} from './resources/thread-protocol.ts';
export type * from './resources/run-types.ts';
export type { RunsClient } from './resources/runs.ts';
export type { PageOptions } from './http/paginate.ts';
export type {
  CreatedRun,
  Goto,
  LangsmithTracer,
  RunCommand,
  RunPayload,
  StreamMode,
} from './run-stream/run-payload.ts';
export type { MetaClient } from './resources/meta.ts';
export type { UiClient } from './resources/ui-components.ts';
export type { EventName } from './sse/event-name.ts';
export type { FrameBatch } from './sse/frame-batch.ts';
export type { RunStream, StreamEnd, StreamConnectionState } from './run-stream/run-stream-types.ts';
export type { StreamFrame } from './run-stream/stream-frame.ts';
export type * from './http/api-types.ts';
