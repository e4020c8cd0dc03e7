import { bodyText } from './body.ts';
import { pause } from './deadline.ts';
import { ConnectionError, GraphServerError, ProtocolError, StreamError, TimeoutError } from './errors.ts';
import type { CallOptions, Http, OpenAnswer } from './http.ts';
import { route } from './path.ts';
import { jitter } from './retry.ts';
import { readFrames, requireEventStream } from './run-connection.ts';
import { anyObject, isObject } from './shape.ts';
import { SseDecoder } from './sse.ts';

/** An event of a thread in the third version of the event stream, field by field as the server sends it. */
export interface ProtocolEvent {
  readonly type: 'event';
  readonly event_id?: string;
  readonly seq?: number;
  /** The channel: `values`, `updates`, `messages`, `tools`, `custom`, `tasks`, `checkpoints`, `lifecycle`, `input`. */
  readonly method: string;
  readonly params: {
    readonly namespace: readonly string[];
    readonly timestamp?: number;
    readonly data?: unknown;
    readonly node?: string;
  };
}

/** Which events, and after which one. */
export interface ProtocolEventQuery {
  readonly channels: readonly string[];
  /** Only events with a larger `seq`. The server keeps those of a thread, so that none is missed in between. */
  readonly since?: number | undefined;
}

/** Sends a command to a thread (`run.start`, `input.respond`, ...) and gives the server's answer. It is sent once. */
export async function sendCommand(
  http: Http,
  threadId: string,
  method: string,
  params: object,
  options: CallOptions,
): Promise<{ readonly result: Readonly<Record<string, unknown>>; readonly seq: number }> {
  const answer = await http.json({
    method: 'POST',
    route: route`/threads/${threadId}/commands`,
    bodyText: bodyText({ id: 1, method, params }),
    repeat: 'never',
    options,
  });
  const { type, result, meta, error, message } = anyObject<Record<string, unknown>>(
    answer,
    'an answer to a command',
  );
  if (type === 'error') throw new StreamError(String(error), String(message), null);
  const seq = isObject(meta) ? meta['applied_through_seq'] : undefined;
  return { result: anyObject(result, 'an answer to a command'), seq: typeof seq === 'number' ? seq : 0 };
}

/**
 * The events of a thread until they are left. Such a stream never ends by itself, so that every end is a cut: it is
 * opened again after the last event. Throws when it can't be, as often in a row as the client's `reconnect` allows.
 */
export async function* protocolEvents(
  http: Http,
  threadId: string,
  { channels, since = 0 }: ProtocolEventQuery,
  options: CallOptions,
): AsyncGenerator<ProtocolEvent, void, undefined> {
  const { attempts, baseMs, mostMs } = http.reconnect;
  let last = since;
  for (let quiet = 0; ; quiet += 1) {
    if (quiet > 0) await pause(jitter(quiet, baseMs, mostMs), options.signal);
    let answer: OpenAnswer;
    try {
      answer = await requireEventStream(await openEvents(http, threadId, channels, last, options));
    } catch (thrown) {
      if (quiet === 0 || quiet >= attempts || !mayPass(thrown)) throw thrown;
      continue;
    }
    for await (const { text } of readFrames(answer, new SseDecoder(http.maxFrameBytes))) {
      const event = eventIn(text);
      if (event.seq !== undefined && event.seq <= last) continue;
      quiet = 0;
      last = event.seq ?? last;
      yield event;
    }
    options.signal?.throwIfAborted();
  }
}

function openEvents(
  http: Http,
  threadId: string,
  channels: readonly string[],
  since: number,
  options: CallOptions,
): Promise<OpenAnswer> {
  return http.stream({
    method: 'POST',
    route: route`/threads/${threadId}/stream/events`,
    bodyText: bodyText({ channels, since }),
    repeat: 'reads',
    patience: 'long',
    options,
  });
}

function eventIn(text: string): ProtocolEvent {
  try {
    const event: unknown = JSON.parse(text);
    if (isObject(event) && isObject(event['params'])) return event as unknown as ProtocolEvent;
  } catch {
    // Told below, as any other text that is no event.
  }
  throw new ProtocolError('The stream of events carries something that is no event.', text);
}

function mayPass(thrown: unknown): boolean {
  if (thrown instanceof GraphServerError) return thrown.status >= 500 || thrown.status === 429;
  return thrown instanceof ConnectionError || thrown instanceof TimeoutError;
}
