import type { RunStream } from 'remote-graph-client/client';
import type { Presence } from '../../create-presence.ts';
import { runKey, type RunRef } from './run-log-cache.ts';

/** Streams being read. While no window is visible, cut ones don't reconnect. */
export interface ActiveStreams {
  /** Adds a stream until the returned function is called. */
  add(runRef: RunRef, stream: RunStream): () => void;
  runsOf(connectionId: string, threadId: string): readonly string[];
  /** Reconnects a run's cut stream at once, if there is one. */
  reconnectNow(runRef: RunRef): void;
  /** Reconnects all cut streams of a server at once. */
  reconnectAll(connectionId: string): void;
  /** Tells a run's stream of a cancel, and whether its server accepts it. */
  expectCancel(runRef: RunRef, accepted: Promise<boolean>): void;
  /** Stops reading matching runs and asking their servers. */
  closeWhere(isMeant: (runRef: RunRef) => boolean): void;
  stop(): void;
}

export function createActiveStreams(attention: Pick<Presence, 'away' | 'onChange'>): ActiveStreams {
  const streams = new Map<RunStream, RunRef>();
  let stopped = false;
  const stopListening = attention.onChange((isAway) => {
    for (const stream of streams.keys()) stream.pauseReconnecting(isAway);
  });

  return {
    add(runRef, stream) {
      streams.set(stream, runRef);
      if (stopped) stream.close();
      stream.pauseReconnecting(attention.away);
      return () => {
        streams.delete(stream);
      };
    },
    runsOf: (connectionId, threadId) =>
      [...streams.values()].flatMap((runRef) =>
        runRef.connectionId === connectionId && runRef.threadId === threadId ? runRef.runId : [],
      ),
    reconnectNow(runRef) {
      const key = runKey(runRef);
      for (const [stream, its] of streams) if (runKey(its) === key) stream.reconnectNow();
    },
    reconnectAll(connectionId) {
      for (const [stream, its] of streams) if (its.connectionId === connectionId) stream.reconnectNow();
    },
    expectCancel(runRef, accepted) {
      const key = runKey(runRef);
      for (const [stream, its] of streams) if (runKey(its) === key) stream.expectCancel(accepted);
    },
    closeWhere(isMeant) {
      for (const [stream, runRef] of streams) if (isMeant(runRef)) stream.close();
    },
    stop() {
      stopped = true;
      stopListening();
      for (const stream of streams.keys()) stream.close();
    },
  };
}
