import type {
  FrameBatch,
  GraphClient,
  RunStream,
  StreamConnectionState,
} from '../../../remote-graph/client.ts';

/** A run's stream for those who take its events in packs. */
export type BatchStream = Omit<RunStream, 'batches' | typeof Symbol.asyncIterator>;

/** How often a cut stream looks whether its server is to be reached in another way by now: milliseconds. */
const lookMs = 500;

export interface FailoverStreamOptions {
  /** The client that the stream runs on. */
  readonly client: GraphClient;
  /** The connection's present one: another one after the server's address, key or trust was changed. */
  readonly current: () => Promise<GraphClient>;
  readonly threadId: string;
  readonly runId: string;
}

/**
 * A run's stream that goes on over the connection's present client. A stream belongs to the address and the key that it
 * began with, and looks for its run there without end: a demo server that is started again has another token, and may
 * have another port. It goes on behind the last event that came (row R-15), so that nothing is lost and nothing comes
 * twice; a stream whose events have no ids stays where it is.
 */
export function createFailoverStream(first: RunStream, options: FailoverStreamOptions): BatchStream {
  const { current, threadId, runId } = options;
  const listeners = new Set<(link: StreamConnectionState) => void>();
  let { client } = options;
  let stream = first;
  let next: GraphClient | null = null;
  let lastId: string | null = null;
  let delivered = false;
  let held = false;
  let closed = false;
  let timer: ReturnType<typeof setInterval> | null = null;

  const rest = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const look = async (): Promise<void> => {
    const own = stream;
    // While the server is not there, there is no client of it either.
    const present = await current().catch(() => null);
    if (present === null || present === client || own !== stream || timer === null) return;
    if (delivered && lastId === null) return;
    rest();
    next = present;
    stream.close();
  };
  const attach = (): void => {
    stream.onConnectionState((link) => {
      if (link === 'reconnecting' && !closed) timer ??= setInterval(() => void look(), lookMs);
      else rest();
      // The end of one stretch is not the end.
      if (link === 'ended' && next !== null) return;
      for (const listener of listeners) listener(link);
    });
  };
  attach();

  async function* frameBatches(): AsyncGenerator<FrameBatch, void, undefined> {
    for (;;) {
      for await (const pack of stream.frameBatches()) {
        delivered = true;
        lastId = newestId(pack) ?? lastId;
        yield pack;
      }
      rest();
      if (next === null || closed) return;
      client = next;
      next = null;
      const from = { lastEventId: lastId ?? '-1' };
      stream = client.runs.joinStream(threadId, runId, from, { purpose: 'runs.follow' });
      // What became of it is asked for when it was read to its end.
      stream.end.catch(() => undefined);
      stream.runId.catch(() => undefined);
      stream.pauseReconnecting(held);
      attach();
    }
  }

  return {
    frameBatches,
    get silenceMs() {
      return stream.silenceMs;
    },
    runId: first.runId,
    threadId: first.threadId,
    temporaryThreadId: first.temporaryThreadId,
    get end() {
      return stream.end;
    },
    cancel: () => stream.cancel(),
    close() {
      closed = true;
      rest();
      stream.close();
    },
    onConnectionState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reconnectNow: () => stream.reconnectNow(),
    pauseReconnecting(hold) {
      held = hold;
      stream.pauseReconnecting(hold);
    },
  };
}

/** The newest id that an event of a pack carried itself. */
function newestId(pack: FrameBatch): string | null {
  for (let at = pack.count - 1; at >= 0; at -= 1) {
    const id = pack.id(at);
    if (id !== null) return String(id);
  }
  return null;
}
