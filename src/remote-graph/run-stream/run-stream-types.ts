import type { FrameBatch } from '../sse/frame-batch.ts';
import type { StreamFrame } from './stream-frame.ts';

/**
 * How a run ended. `finished`: done. `interrupted`: the thread waits for a person. `failed`: the graph threw.
 * `cancelled`: somebody stopped it. `lost`: this can't be told, because the server is out of reach or no longer knows
 * the run, or because reading was closed here.
 */
export interface StreamEnd {
  readonly outcome: 'finished' | 'interrupted' | 'failed' | 'cancelled' | 'lost';
  readonly error: { readonly name: string; readonly message: string } | null;
  /** True when events may be missing: the server's state is whole, the list of events is not (row R-2). */
  readonly incomplete: boolean;
}

/** `reconnecting` while the stream is cut and the run is being found again. */
export type StreamConnectionState = 'live' | 'reconnecting' | 'ended';

/**
 * A run as its events arrive. Read it with `for await`, once. It reads from the network only as fast as it is read
 * itself. Leaving the loop or `close` ends the reading, never the run; only `cancel` ends the run.
 */
export interface RunStream extends AsyncIterable<StreamFrame> {
  /** The same events as they came: all that arrived at once in one list. Read these or the events, not both. */
  batches(): AsyncIterable<readonly StreamFrame[]>;
  /**
   * The same lists without an object for each event, for programs that hand on what they don't look at. A pack is good
   * until the next one is asked for. Read one of the three.
   */
  frameBatches(): AsyncIterable<FrameBatch>;
  /**
   * How long nothing came over the present connection, in milliseconds. A graph that thinks is quiet, too; 15 s without
   * a first byte may be a proxy that holds everything back (rows ).
   */
  readonly silenceMs: number;
  /** Known when the server has taken the run. Rejects when it did not. */
  readonly runId: Promise<string>;
  /** `null` for a run without a thread. */
  readonly threadId: Promise<string | null>;
  /** The thread that the server made for a run without one, where it says which; known with `runId`. */
  readonly temporaryThreadId: string | null;
  /** Settles when the stream was read to its end or closed. Rejects only when the run could not be started. */
  readonly end: Promise<StreamEnd>;
  /** Asks the server to stop the run. The stream then ends by itself, with what the server says came of it. */
  cancel(): Promise<void>;
  /** Asks the server again at once, if the stream is cut and waits before it does so. */
  reconnectNow(): void;
  /**
   * While held, a cut stream asks nothing of its server; a connection that stands is left alone. For a program that nobody
   * looks at: letting go reconnects at once (row R-8).
   */
  pauseReconnecting(held: boolean): void;
  /** Ends the reading. The run goes on. */
  close(): void;
  /** Tells each change of the link; returns its undo. */
  onConnectionState(listener: (link: StreamConnectionState) => void): () => void;
}
