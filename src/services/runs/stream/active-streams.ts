import type { Presence } from '../../windows/create-presence.ts';
import type { BatchStream } from './failover-stream.ts';
import type { RunRef } from '../log/run-log-cache.ts';

/** The streams that are being read. While nobody looks at the studio, those that are cut wait (row R-8). */
export interface ActiveStreams {
  /** Counts a stream in until the returned undo is called. */
  add(place: RunRef, stream: BatchStream): () => void;
  /** Lets the stream of a run ask its server again at once. Nothing happens for a run that is not read. */
  reconnectNow(place: RunRef): void;
  /** Lets all cut streams of a server ask again at once: it is there again. */
  reconnectAll(connectionId: string): void;
  /** Ends the reading of those runs; their servers are not asked again. */
  closeWhere(isMeant: (place: RunRef) => boolean): void;
  /** Ends all reading; a stream that is added later is closed at once. */
  stop(): void;
}

export function createActiveStreams(attention: Pick<Presence, 'away' | 'onChange'>): ActiveStreams {
  const streams = new Map<BatchStream, RunRef>();
  let stopped = false;
  const stopListening = attention.onChange((away) => {
    for (const stream of streams.keys()) stream.pauseReconnecting(away);
  });

  return {
    add(place, stream) {
      streams.set(stream, place);
      if (stopped) stream.close();
      stream.pauseReconnecting(attention.away);
      return () => void streams.delete(stream);
    },
    reconnectNow(place) {
      const key = keyOf(place);
      for (const [stream, its] of streams) if (keyOf(its) === key) stream.reconnectNow();
    },
    reconnectAll(connectionId) {
      for (const [stream, its] of streams) if (its.connectionId === connectionId) stream.reconnectNow();
    },
    closeWhere(isMeant) {
      for (const [stream, place] of streams) if (isMeant(place)) stream.close();
    },
    stop() {
      stopped = true;
      stopListening();
      for (const stream of streams.keys()) stream.close();
    },
  };
}

function keyOf({ connectionId, threadId, runId }: RunRef): string {
  return JSON.stringify([connectionId, threadId, runId]);
}
