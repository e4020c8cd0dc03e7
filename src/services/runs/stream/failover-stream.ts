import type {
  FrameBatch,
  GraphClient,
  RunStream,
  StreamConnectionState,
} from '../../../remote-graph/client.ts';

/** A run's stream, read in batches. */
export type BatchStream = Omit<RunStream, 'batches' | typeof Symbol.asyncIterator>;

/** How often a cut stream checks for a new client, in milliseconds. */
const lookMs = 500;

export interface FailoverStreamOptions {
  /** The client that the stream uses. */
  readonly client: GraphClient;
  /** The connection's current client, which changes with address, key or trust. */
  readonly current: () => Promise<GraphClient>;
  readonly threadId: string;
  readonly runId: string;
}

/**
 * A run's stream that moves to the connection's current client. A plain stream is bound to the address and
 * key that it began with and would look for its run there forever, but a restarted demo server has another
 * token and perhaps another port. Resumes after the last event (row R-15), so that nothing is lost or
 * repeated; a stream whose events have no ids does not move.
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
    // Without the server there is no client either.
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
      // Switching clients does not end the run.
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
      // Its outcome is requested once it was read to its end.
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

/** The newest id carried by an event of a batch itself. */
function newestId(pack: FrameBatch): string | null {
  for (let at = pack.count - 1; at >= 0; at -= 1) {
    const id = pack.id(at);
    if (id !== null) return String(id);
  }
  return null;
}
