import type { CallOptions } from '../http/http-client.ts';
import type { PageOptions } from '../http/paginate.ts';
import type { RunPayload, StreamMode } from '../run-start/run-payload.ts';
import type { WireRunStatus } from '../http/api-types.ts';

/** Which runs. */
export interface RunFilter extends CallOptions {
  readonly status?: WireRunStatus | undefined;
  /** Only these members of each; hosted servers only. */
  readonly select?: readonly string[] | undefined;
}

/** A page of a thread's runs, newest first. */
export interface RunQuery extends RunFilter {
  readonly limit?: number;
  readonly offset?: number;
}

/** All runs of a thread, page by page. */
export interface ListAllRunsQuery extends RunFilter, PageOptions {}

/** A payload with the options of its call beside it. */
export type RunPayloadWithOptions = RunPayload & CallOptions;

/** A run to wait for. */
export interface WaitPayload extends RunPayload, CallOptions {
  /** Default: throw when the run failed; `false` gives the server's answer (`__error__`). */
  readonly raiseError?: boolean | undefined;
}

/** One run of a batch. */
export interface BatchRunPayload extends RunPayload {
  readonly assistantId: string;
}

/** Where to go on reading. Without `lastEventId` from the first event that the server still has. */
export interface JoinStreamQuery extends CallOptions {
  readonly lastEventId?: string | undefined;
  /** Stop the run when this connection ends, however it ends. */
  readonly cancelOnDisconnect?: boolean | undefined;
  /** Hosted servers only. */
  readonly streamMode?: StreamMode | readonly StreamMode[] | undefined;
}

/** How to wait for a run. */
export interface JoinQuery extends CallOptions {
  readonly cancelOnDisconnect?: boolean | undefined;
  /** Default: throw when the run failed; `false` gives the server's answer (`__error__`). */
  readonly raiseError?: boolean | undefined;
}

/** How to stop a run. `rollback` also takes back what it wrote, where the server can. */
export interface CancelOptions extends CallOptions {
  readonly action?: 'interrupt' | 'rollback' | undefined;
  /** Answer only when the run has stopped. */
  readonly wait?: boolean | undefined;
}

/** Which runs to stop: some of a thread, or all of a status. */
export interface CancelManyQuery extends CallOptions {
  readonly threadId?: string | undefined;
  readonly runIds?: readonly string[] | undefined;
  readonly status?: 'pending' | 'running' | 'all' | undefined;
  readonly action?: 'interrupt' | 'rollback' | undefined;
}
