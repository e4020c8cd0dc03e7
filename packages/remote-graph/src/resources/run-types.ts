import type { CallOptions } from '../http/http-client.ts';
import type { PageOptions } from '../http/paginate.ts';
import type { RunPayload, StreamMode } from '../run-stream/run-payload.ts';
import type { WireRunStatus } from '../http/api-types.ts';

export interface RunFilter extends CallOptions {
  readonly status?: WireRunStatus | undefined;
  /** Members to return; hosted servers only. */
  readonly select?: readonly string[] | undefined;
}

/** A page of a thread's runs, newest first. */
export interface RunQuery extends RunFilter {
  readonly limit?: number;
  readonly offset?: number;
}

export interface ListAllRunsQuery extends RunFilter, PageOptions {}

export type RunPayloadWithOptions = RunPayload & CallOptions;

export interface WaitPayload extends RunPayload, CallOptions {
  /** Default: throw if the run failed; `false` returns the server's response (`__error__`). */
  readonly raiseError?: boolean | undefined;
}

export interface BatchRunPayload extends RunPayload {
  readonly assistantId: string;
}

/** Where to resume reading. Without `lastEventId`: the first event that the server still has. */
export interface JoinStreamQuery extends CallOptions {
  readonly lastEventId?: string | undefined;
  /** Stops the run when this connection ends for any reason. */
  readonly cancelOnDisconnect?: boolean | undefined;
  /** Hosted servers only. */
  readonly streamMode?: StreamMode | readonly StreamMode[] | undefined;
}

export interface JoinQuery extends CallOptions {
  readonly cancelOnDisconnect?: boolean | undefined;
  /** Default: throw if the run failed; `false` returns the server's response (`__error__`). */
  readonly raiseError?: boolean | undefined;
}

/** How to stop a run. `rollback` also reverts its writes, where supported. */
export interface CancelOptions extends CallOptions {
  readonly action?: 'interrupt' | 'rollback' | undefined;
  /** Resolves only once the run has stopped. */
  readonly wait?: boolean | undefined;
}

/** Which runs to stop: some of a thread, or all with a status. */
export interface CancelManyQuery extends CallOptions {
  readonly threadId?: string | undefined;
  readonly runIds?: readonly string[] | undefined;
  readonly status?: 'pending' | 'running' | 'all' | undefined;
  readonly action?: 'interrupt' | 'rollback' | undefined;
}
