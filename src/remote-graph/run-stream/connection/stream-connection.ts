import { ProtocolError } from '../../errors/errors.ts';
import type { FrameBatch } from '../../sse/frame-batch.ts';
import { monotonicClock } from '../../async/clock.ts';
import { HeartbeatMonitor } from './heartbeat-monitor.ts';
import type { OpenResponse } from '../../http/http-client.ts';
import { readPrefix } from '../../http/bounded-body.ts';
import type { SseFrame } from '../../sse/sse-frame.ts';
import type { SseDecoder } from '../../sse/sse-decoder.ts';

/**
 * How a connection ended, which says nothing about the run. `close`: a response that ends with its
 * connection; Node's `fetch` then reports a reset as a clean end, so it may be a cut.
 */
export type ConnectionEnd = 'eof' | 'close' | 'cut';

/**
 * Reads frames of one connection in batches as they arrive, with back-pressure. Closes the connection at the
 * end, and when its heartbeat stops (row R-7).
 */
export async function* readFrameBatches(
  open: OpenResponse,
  decoder: SseDecoder,
  watch: HeartbeatMonitor,
): AsyncGenerator<FrameBatch, ConnectionEnd, undefined> {
  if (!open.body) return 'eof';
  const reader = open.body.getReader();
  let silent = false;
  const giveUp = (): void => {
    silent = true;
    reader.cancel().catch(() => {});
  };
  try {
    for (;;) {
      let part;
      try {
        part = await watch.during(reader.read(), giveUp);
      } catch {
        return 'cut';
      }
      if (part.done) return silent ? 'cut' : endOf(open.headers);
      const pack = decoder.pushBatch(part.value);
      watch.heard(decoder.comments);
      if (pack.count > 0) yield pack;
    }
  } finally {
    // Not awaited: closing can take as long as a dead connection.
    reader.cancel().catch(() => {});
    open.close();
  }
}

function endOf(headers: Headers): ConnectionEnd {
  return headers.get('connection')?.toLowerCase() === 'close' ? 'close' : 'eof';
}

/** The same as single objects. */
export async function* readFrames(
  open: OpenResponse,
  decoder: SseDecoder,
): AsyncGenerator<SseFrame, ConnectionEnd, undefined> {
  const packs = readFrameBatches(open, decoder, new HeartbeatMonitor(monotonicClock));
  try {
    for (;;) {
      const { done, value } = await packs.next();
      if (done) return value;
      yield* value.frames();
    }
  } finally {
    await packs.return('cut');
  }
}

/** Throws {@link ProtocolError} for a response that is no event stream (row C-12). */
export async function requireEventStream(open: OpenResponse): Promise<OpenResponse> {
  const type = open.headers.get('content-type') ?? 'something';
  if (type.toLowerCase().startsWith('text/event-stream')) return open;
  const sample = await readPrefix(open.body, 1024).catch(() => '');
  open.close();
  const { method, path } = open.target;
  throw new ProtocolError(`The response to ${method} ${path} is ${type}, not an event stream.`, sample);
}
