import type { Attention } from '../attention/create-attention.ts';
import type { PackStream } from './moving-stream.ts';
import type { RunPlace } from './run-shelf.ts';

/** The streams that are being read. While nobody looks at the studio, those that are cut wait (row R-8). */
export interface RunStreams {
  /** Counts a stream in until the returned undo is called. */
  add(place: RunPlace, stream: PackStream): () => void;
  /** Lets the stream of a run ask its server again at once. Nothing happens for a run that is not read. */
  reconnectNow(place: RunPlace): void;
  /** Lets all cut streams of a server ask again at once: it is there again. */
  reconnectAll(connectionId: string): void;
  /** Ends the reading of those runs; their servers are not asked again. */
  closeThose(isMeant: (place: RunPlace) => boolean): void;
  /** Ends all reading; a stream that is added later is closed at once. */
  stop(): void;
}

export function createRunStreams(attention: Pick<Attention, 'away' | 'onChange'>): RunStreams {
  const streams = new Map<PackStream, RunPlace>();
  let stopped = false;
  const stopListening = attention.onChange((away) => {
    for (const stream of streams.keys()) stream.holdReconnecting(away);
  });

  return {
    add(place, stream) {
      streams.set(stream, place);
      if (stopped) stream.close();
      stream.holdReconnecting(attention.away);
      return () => void streams.delete(stream);
    },
    reconnectNow(place) {
      const key = keyOf(place);
      for (const [stream, its] of streams) if (keyOf(its) === key) stream.reconnectNow();
    },
    reconnectAll(connectionId) {
      for (const [stream, its] of streams) if (its.connectionId === connectionId) stream.reconnectNow();
    },
    closeThose(isMeant) {
      for (const [stream, place] of streams) if (isMeant(place)) stream.close();
    },
    stop() {
      stopped = true;
      stopListening();
      for (const stream of streams.keys()) stream.close();
    },
  };
}

function keyOf({ connectionId, threadId, runId }: RunPlace): string {
  return JSON.stringify([connectionId, threadId, runId]);
}
