import { bodyText } from '../http/request-body.ts';
import { sleep } from '../http/request-timeout.ts';
import { ProtocolError, StreamError } from '../errors.ts';
import type { CallOptions, HttpClient, OpenResponse } from '../http/http-client.ts';
import { route } from '../http/route.ts';
import { backoffMs, isTransientError } from '../http/retry.ts';
import { readFrames, requireEventStream } from '../run-stream/stream-connection.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import { configAtHead } from '../compat/remembered-checkpoint.ts';
import { normalizeResume } from '../compat/resume-value.ts';
import { expectObject, isObject } from '../http/response-checks.ts';
import { FrameHasher } from '../run-stream/frame-hash.ts';
import { SseDecoder } from '../sse/sse-decoder.ts';
import { parseKeepingText, type NumberMode } from '../http/raw-text.ts';

/** An event of a thread in event protocol v3, as the server sends it. */
export interface ProtocolEvent {
  readonly type: 'event';
  readonly event_id?: string;
  readonly seq?: number;
  /**
   * The channel: `values`, `updates`, `messages`, `tools`, `custom`, `tasks`, `checkpoints`, `lifecycle`,
   * `input`.
   */
  readonly method: string;
  readonly params: {
    readonly namespace: readonly string[];
    readonly timestamp?: number;
    readonly data?: unknown;
    readonly node?: string;
  };
}

export interface ProtocolEventQuery {
  readonly channels: readonly string[];
  /** Only events with a larger `seq`. The server stores a thread's events, so none is missed in between. */
  readonly since?: number | undefined;
}

/** All channels of a run. */
export const protocolChannels = [
  'values',
  'updates',
  'messages',
  'tools',
  'custom',
  'tasks',
  'checkpoints',
  'lifecycle',
  'input',
] as const;

/** Parameters of a run of event protocol v3. */
export interface ProtocolStart {
  /** New input; null continues. */
  readonly input?: unknown;
  /** In place of input: answers to the thread's pending interrupts. */
  readonly resume?: unknown;
  /** `configurable.checkpoint_id`: where the run starts. */
  readonly config: unknown;
  readonly metadata: unknown;
  readonly multitaskStrategy?: string | undefined;
}

/** A run started by event protocol v3. */
export interface ProtocolRun {
  readonly runId: string;
  /** The run's events. Never ends by itself. */
  readonly events: AsyncIterable<ProtocolEvent>;
}

// Sends a command to a thread (`run.start`, `input.respond`, ...), once, and returns the response.
export async function sendCommand(
  http: HttpClient,
  threadId: string,
  method: string,
  params: object,
  options: CallOptions,
): Promise<{ readonly result: Readonly<Record<string, unknown>>; readonly seq: number }> {
  const answer = await http.json({
    method: 'POST',
    route: route`/threads/${threadId}/commands`,
    bodyText: bodyText({ id: 1, method, params }),
    retry: 'never',
    options,
  });
  const { type, result, meta, error, message } = expectObject<Record<string, unknown>>(
    answer,
    'an answer to a command',
  );
  if (type === 'error') throw new StreamError(String(error), String(message), null);
  const seq = isObject(meta) ? meta['applied_through_seq'] : undefined;
  return { result: expectObject(result, 'an answer to a command'), seq: typeof seq === 'number' ? seq : 0 };
}

// Starts a run; its events are requested when they are read.
export async function startProtocolRun(
  http: HttpClient,
  quirks: ServerQuirks,
  threadId: string,
  assistantId: string,
  start: ProtocolStart,
  options: CallOptions,
): Promise<ProtocolRun> {
  const settled = await normalizeProtocolStart(quirks, threadId, start, options);
  const params = { assistant_id: assistantId, ...settled };
  const { result, seq } = await sendCommand(http, threadId, 'run.start', params, options);
  // Where events are numbered by thread, `seq` counts the run's first event, which reports that it runs.
  const firstSeq = (await quirks.has('numbersEventsByThread', options)) ? Math.max(0, seq - 1) : undefined;
  const events = protocolEvents(
    http,
    quirks,
    threadId,
    { channels: protocolChannels, since: firstSeq },
    options,
  );
  const runId = String(result['run_id']);
  return { runId, events: firstSeq === undefined ? eventsOfRun(events, runId) : events };
}

// The id of an event that the Python server makes itself begins with its run.
const runOfEvent = /^synth:([^:]+):/;

// The events of one run. Where a connection begins with those of all earlier runs, the beginning of each run names it; events of
// runs that are not named are passed on.
async function* eventsOfRun(
  events: AsyncIterable<ProtocolEvent>,
  runId: string,
): AsyncGenerator<ProtocolEvent, void, undefined> {
  let current: string | null = null;
  for await (const event of events) {
    const { method, event_id: id = '', params } = event;
    const isOfRoot = method === 'lifecycle' && params.namespace.length === 0;
    if (isOfRoot && isObject(params.data) && params.data['event'] === 'running')
      current = runOfEvent.exec(id)?.[1] ?? null;
    if (current === null || current === runId) yield event;
  }
}

/**
 * Start parameters that every server understands: with an explicit start where the server remembers another
 * checkpoint, and with answers as input, which the protocol accepts for a waiting thread.
 */
export async function normalizeProtocolStart(
  quirks: ServerQuirks,
  threadId: string,
  { resume, input, config, ...rest }: ProtocolStart,
  options: CallOptions,
): Promise<ProtocolStart> {
  const normalized = resume === undefined ? input : await normalizeResume(quirks, resume, threadId, options);
  const goesOn = normalized === null || normalized === undefined;
  return {
    ...rest,
    input: normalized,
    config: await configAtHead(quirks, config, { threadId, goesOn }, options),
  };
}

// Events of a thread, each once. The stream never ends by itself, so every end is a cut: it is reopened from
// its start, and delivered events are recognized by id. Positions of one connection mean nothing in the next,
// because hosted servers number anew (docs/protocol.md, Event streaming v3). Throws after as many consecutive
// failures as the client's `reconnect` allows.
export async function* protocolEvents(
  http: HttpClient,
  quirks: ServerQuirks,
  threadId: string,
  { channels, since }: ProtocolEventQuery,
  options: CallOptions,
): AsyncGenerator<ProtocolEvent, void, undefined> {
  const { attempts, baseMs, maxMs } = http.reconnect;
  const numbers = http.numberModeFor(options);
  // By hashes: the texts of all events may be larger than memory.
  const hasher = new FrameHasher();
  const delivered = new Map<number, number | undefined>();
  let isFirstConnection = true;
  for (let idleConnections = 0; ; idleConnections += 1) {
    if (idleConnections > 0) await sleep(backoffMs(idleConnections, baseMs, maxMs), options.signal);
    let response: OpenResponse;
    try {
      const body = bodyText({ channels, since: isFirstConnection ? since : undefined });
      response = await requireEventStream(await openEvents(http, threadId, body, options));
    } catch (error) {
      if (isFirstConnection || idleConnections >= attempts || !isTransientError(error)) throw error;
      continue;
    }
    const isNumberedByThread = !isFirstConnection && (await quirks.has('numbersEventsByThread', options));
    isFirstConnection = false;
    for await (const { text } of readFrames(response, new SseDecoder(http.maxFrameBytes))) {
      const event = eventIn(text, numbers);
      if (isNumberedByThread && since !== undefined && event.seq !== undefined && event.seq <= since)
        continue;
      const { event_id = text, params } = event;
      const id = hasher.ofText(String(event_id));
      // A restarted JavaScript server counts ids from 1 again, so the time is part of the id there.
      const isDuplicate =
        delivered.has(id) && (!isNumberedByThread || delivered.get(id) === params.timestamp);
      if (isDuplicate) continue;
      delivered.set(id, params.timestamp);
      idleConnections = 0;
      yield event;
    }
    options.signal?.throwIfAborted();
  }
}

function openEvents(
  http: HttpClient,
  threadId: string,
  body: string,
  options: CallOptions,
): Promise<OpenResponse> {
  return http.stream({
    method: 'POST',
    route: route`/threads/${threadId}/stream/events`,
    bodyText: body,
    retry: 'reads',
    duration: 'long',
    options,
  });
}

function eventIn(text: string, numbers: NumberMode): ProtocolEvent {
  try {
    const event = parseKeepingText(text, numbers);
    if (isProtocolEvent(event)) return event;
  } catch {
    // Reported below like any other text that is no event.
  }
  throw new ProtocolError('The event stream contains an invalid event.', text);
}

/** Whether a value has the members of every event. */
export function isProtocolEvent(value: unknown): value is ProtocolEvent {
  return isObject(value) && isObject(value['params']);
}
