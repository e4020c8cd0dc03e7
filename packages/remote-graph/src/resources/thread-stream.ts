import { sleep } from '../http/request-timeout.ts';
import type { CallOptions, HttpClient, OpenResponse } from '../http/http-client.ts';
import { route } from '../http/route.ts';
import { backoffMs, isTransientError } from '../http/retry.ts';
import { readFrames, requireEventStream } from '../run-stream/stream-connection.ts';
import { SseDecoder } from '../sse/sse-decoder.ts';
import { toStreamFrame, type StreamFrame } from '../run-stream/stream-frame.ts';
import type { ThreadStreamQuery } from './thread-types.ts';

// Events of a thread. The stream never ends by itself, so every end is a cut and it is reopened after the
// last event. Throws after as many consecutive failures as the client's `reconnect` allows.
export async function* threadEvents(
  http: HttpClient,
  threadId: string,
  query: ThreadStreamQuery,
  options: CallOptions,
): AsyncGenerator<StreamFrame, void, undefined> {
  let lastId = query.lastEventId ?? null;
  const openStream = async (): Promise<OpenResponse> =>
    requireEventStream(
      await http.stream({
        method: 'GET',
        route: route`/threads/${threadId}/stream`,
        // The API description says `stream_modes`, both SDKs send `stream_mode` (docs/protocol.md, Thread
        // routes).
        query: { stream_mode: query.streamMode, stream_modes: query.streamMode },
        ...(lastId === null ? {} : { headers: { 'last-event-id': lastId } }),
        duration: 'long',
        options,
      }),
    );
  const { attempts, baseMs, maxMs } = http.reconnect;
  for (let idleConnections = 0; ; idleConnections += 1) {
    if (idleConnections > 0) await sleep(backoffMs(idleConnections, baseMs, maxMs), options.signal);
    let response: OpenResponse;
    try {
      response = await openStream();
    } catch (error) {
      if (idleConnections === 0 || idleConnections >= attempts || !isTransientError(error)) throw error;
      continue;
    }
    for await (const sse of readFrames(response, new SseDecoder(http.maxFrameBytes))) {
      idleConnections = 0;
      lastId = sse.lastId ?? lastId;
      yield toStreamFrame(sse, http.numberModeFor(options));
    }
    options.signal?.throwIfAborted();
  }
}
