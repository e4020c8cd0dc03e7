import type { FrameBatch } from '../sse/frame-batch.ts';
import type { OmittedRunOptions } from '../compat/run-option-limits.ts';
import type { StreamFrame } from './stream-frame.ts';

/**
 * How a run ended. `finished`: done. `interrupted`: the thread waits for a person. `failed`: the graph threw.
 * `cancelled`: stopped. `lost`: unknown, because the server is unreachable, no longer knows the run, or
 * reading was closed here.
 */
export interface StreamEnd {
  readonly outcome: 'finished' | 'interrupted' | 'failed' | 'cancelled' | 'lost';
  readonly error: { readonly name: string; readonly message: string } | null;
  /** True if events may be missing: the server's state is complete, the list of events is not. */
  readonly incomplete: boolean;
  /** The run failed by a known fault of its server, which the next run avoids. */
  readonly isKnownFault?: true;
}

/** `reconnecting`: the stream was cut and the run is being looked up. */
export type StreamConnectionState = 'live' | 'reconnecting' | 'ended';

/**
 * A run's events as they arrive, for one `for await` loop, with back-pressure. Leaving the loop or `close`
 * stops reading, never the run; only `cancel` stops the run.
 */
export interface RunStream extends AsyncIterable<StreamFrame> {
  /** The same events in lists as they arrived. Read these or the events, not both. */
  batches(): AsyncIterable<readonly StreamFrame[]>;
  /**
   * The same without an object per event, for programs that only forward them. A batch is valid until the
   * next one is requested. Read one of the three.
   */
  frameBatches(): AsyncIterable<FrameBatch>;
  /**
   * Milliseconds without bytes on the current connection. A thinking graph is silent too; 15 s without a
   * first byte may be a buffering proxy.
   */
  readonly silenceMs: number;
  /** Resolves when the server has accepted the run; rejects if it did not. */
  readonly runId: Promise<string>;
  /** `null` for a stateless run. */
  readonly threadId: Promise<string | null>;
  /** Thread that the server created for a stateless run, if it says so; known with `runId`. */
  readonly temporaryThreadId: string | null;
  /** What the run was asked without, because the server refuses it; known with `runId`. */
  readonly omitted: OmittedRunOptions;
  /** Settles when the stream was read to its end or closed. Rejects only if the run could not be started. */
  readonly end: Promise<StreamEnd>;
  /** Asks the server to stop the run. The stream then ends by itself with the server's outcome. */
  cancel(): Promise<void>;
  /**
   * Tells the reader of a cancel sent without it, and whether the server accepts that: nothing else shows how a stateless run
   * ended.
   */
  expectCancel(accepted: Promise<boolean>): void;
  /** Skips the delay of a cut stream. */
  reconnectNow(): void;
  /**
   * While paused, a cut stream asks its server nothing; open connections stay. For programs that nobody looks
   * at: resuming reconnects at once.
   */
  pauseReconnecting(isPaused: boolean): void;
  /** Stops reading. The run continues. */
  close(): void;
  /** Calls `listener` on each change; returns an unsubscribe function. */
  onConnectionState(listener: (connectionState: StreamConnectionState) => void): () => void;
}
