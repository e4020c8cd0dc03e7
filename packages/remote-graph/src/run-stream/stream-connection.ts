import { ProtocolError } from '../errors.ts';
import { abortAfter, untilAborted } from '../async/abort-signals.ts';
import type { FrameBatch } from '../sse/frame-batch.ts';
import { monotonicClock } from '../async/clock.ts';
import { HeartbeatMonitor } from './heartbeat-monitor.ts';
import type { OpenResponse } from '../http/http-client.ts';
import { readPrefix } from '../http/bounded-body.ts';
import type { SseFrame } from '../sse/sse-frame.ts';
import type { SseDecoder } from '../sse/sse-decoder.ts';

// How a connection ended, which says nothing about the run. `close`: a response that ends with its
// connection; Node's `fetch` then reports a reset as a clean end, so it may be a cut.
export type ConnectionEnd = 'eof' | 'close' | 'cut';

// Reads frames of one connection in batches as they arrive, with back-pressure. Closes the connection at the
// end, and when its heartbeat stops.
export async function* readFrameBatches(
  open: OpenResponse,
  decoder: SseDecoder,
  heartbeat: HeartbeatMonitor,
): AsyncGenerator<FrameBatch, ConnectionEnd, undefined> {
  if (!open.body) return 'eof';
  const reader = open.body.getReader();
  let isSilent = false;
  const giveUp = (): void => {
    isSilent = true;
    reader.cancel().catch(() => {});
  };
  try {
    for (;;) {
      let chunk;
      try {
        chunk = await heartbeat.whileReading(reader.read(), giveUp);
      } catch {
        return 'cut';
      }
      if (chunk.done) return isSilent ? 'cut' : connectionEndOf(open.headers);
      const batch = decoder.pushBatch(chunk.value);
      heartbeat.recordBytes(decoder.comments);
      if (batch.count > 0) yield batch;
    }
  } finally {
    // Not awaited: closing can take as long as a dead connection.
    reader.cancel().catch(() => {});
    open.close();
  }
}

function connectionEndOf(headers: Headers): ConnectionEnd {
  return headers.get('connection')?.toLowerCase() === 'close' ? 'close' : 'eof';
}

/** Yields the events one by one. */
export async function* readFrames(
  open: OpenResponse,
  decoder: SseDecoder,
): AsyncGenerator<SseFrame, ConnectionEnd, undefined> {
  const batches = readFrameBatches(open, decoder, new HeartbeatMonitor(monotonicClock));
  try {
    for (;;) {
      const { done, value } = await batches.next();
      if (done) return value;
      yield* value.frames();
    }
  } finally {
    await batches.return('cut');
  }
}

// How long the start of a response that is no stream is waited for, in milliseconds: its rest may never come.
const sampleMs = 1000;
const sampleLength = 64;
// How long the first bytes are waited for if the content type is missing or plain text, in milliseconds.
const firstBytesMs = 10_000;

/**
 * Throws {@link ProtocolError} for a response that is no event stream, such as a page to sign in. Proxies lose
 * the content type or call it plain text: then its first bytes decide. One that stays silent for `waitMs` is taken for a
 * stream, because pages come at once, and graphs may think.
 */
export async function requireEventStream(
  open: OpenResponse,
  waitMs: number = firstBytesMs,
): Promise<OpenResponse> {
  const type = open.headers.get('content-type');
  if (type !== null && /^text\/event-stream\b/i.test(type)) return open;
  const isDoubtful = type === null || /^text\/plain\b/i.test(type);
  const { sample, body, isSilent } = isDoubtful
    ? await peek(open.body, waitMs)
    : { sample: '', body: open.body, isSilent: false };
  if (isDoubtful && (isSilent || isEventText.test(sample))) return { ...open, body };
  const text = await readPrefix(body, 1024, sampleMs).catch(() => sample);
  open.close();
  const { method, path } = open.target;
  throw new ProtocolError(
    `The response to ${method} ${path} is ${type ?? 'something'}, not an event stream.`,
    text,
  );
}

// How a stream of events begins: with a field, or a comment.
const isEventText = /^\uFEFF?\s*(?:(?:event|data|id|retry)\s*:|:)/;

// The first bytes of a body as text, and the body with them. `isSilent`: none came within `waitMs` milliseconds.
async function peek(
  body: OpenResponse['body'],
  waitMs: number,
): Promise<{ readonly sample: string; readonly body: OpenResponse['body']; readonly isSilent: boolean }> {
  if (body === null) return { sample: '', body, isSilent: false };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const limit = abortAfter(waitMs);
  const chunks: Uint8Array[] = [];
  let sample = '';
  // Not yet in `chunks`: it is pending still, or was the end.
  let nextRead: ReturnType<typeof reader.read> | null = null;
  // The name of a field may come in pieces.
  while (!sample.includes(':') && sample.length < sampleLength) {
    nextRead = reader.read();
    const { done, value } = await untilAborted(nextRead, limit).catch(() => ({
      done: true,
      value: undefined,
    }));
    if (done || value === undefined) break;
    nextRead = null;
    chunks.push(value);
    sample += decoder.decode(value.subarray(0, sampleLength), { stream: true });
  }
  const replayedBody = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = chunks.shift();
      if (chunk !== undefined) return controller.enqueue(chunk);
      const { done, value } = await (nextRead ?? reader.read());
      nextRead = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { sample, body: replayedBody, isSilent: limit.aborted && sample.trim() === '' };
}
