import { ArgumentError } from '../errors.ts';
import { randomUuid } from '../random-uuid.ts';
import { isObject } from '../shape.ts';
import type { ProtocolEvent } from '../thread-protocol.ts';
import type { RemoteGraphCallOptions } from './call-options.ts';
import type { GraphServer } from './graph-server.ts';
import { configBody, metadataBody, placeOf } from './run-config.ts';
import { inputOf } from './run-input.ts';

/** A run that is read as events of the third version, once. The reading ends when the run ends or waits. */
export interface RemoteEventRun extends AsyncIterable<ProtocolEvent> {
  readonly runId: string;
  readonly threadId: string;
  /** Ends the reading and asks the server to stop the run. */
  abort(reason?: unknown): void;
}

/** Starts a run on the thread of the options, or on a new one. Refuses options that the protocol has no place for. */
export async function startEventRun(
  server: GraphServer,
  assistantId: string,
  given: unknown,
  options: Partial<RemoteGraphCallOptions>,
): Promise<RemoteEventRun> {
  for (const name of [
    'interruptBefore',
    'interruptAfter',
    'webhook',
    'context',
    'durability',
    'afterSeconds',
  ] as const) {
    if (options[name] !== undefined)
      throw new ArgumentError(`Events of version v3 can not be had with ${name}.`);
  }
  const threadId = placeOf(options).threadId ?? randomUuid();
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const { headers, params, exact, multitaskStrategy } = options;
  const start = {
    input: startInput(given),
    config: configBody(options),
    metadata: metadataBody(options),
    ...(multitaskStrategy === undefined ? {} : { multitaskStrategy }),
  };
  const { runId, events, cancel } = await server.protocolRun(threadId, assistantId, start, {
    headers,
    params,
    exact,
    signal,
  });
  const abort = (reason?: unknown): void => {
    if (stop.signal.aborted) return;
    stop.abort(reason);
    // What came of the run is in its status; nobody waits for it here.
    cancel().catch(() => {});
  };
  return { runId, threadId, abort, [Symbol.asyncIterator]: () => untilOver(events, stop.signal) };
}

/** A command is its answers here: the protocol takes input of a thread that waits for them. */
function startInput(given: unknown): unknown {
  const { input, command } = inputOf(given);
  if (!command) return input;
  if (command.resume === undefined || command.update !== undefined || command.goto !== undefined) {
    throw new ArgumentError(
      'Events of version v3 can only be had of a command that resumes, and does nothing else.',
    );
  }
  return command.resume;
}

async function* untilOver(
  events: AsyncIterable<ProtocolEvent>,
  stopped: AbortSignal,
): AsyncGenerator<ProtocolEvent, void, undefined> {
  try {
    for await (const event of events) {
      yield event;
      if (isEnd(event)) return;
    }
  } catch (thrown) {
    if (!stopped.aborted) throw thrown;
  }
}

function isEnd({ method, params: { namespace, data } }: ProtocolEvent): boolean {
  const told = isObject(data) ? data['event'] : undefined;
  return method === 'lifecycle' && namespace.length === 0 && told !== 'running' && told !== 'started';
}

/** Events as server-sent events, named by channel and namespace, as the official client encodes them. */
export async function* protocolBytes(
  events: AsyncIterable<ProtocolEvent>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const { method, params } of events) {
    const name = [method, ...params.namespace].join('|');
    yield encoder.encode(`event: ${name}\ndata: ${JSON.stringify(params.data ?? {})}\n\n`);
  }
}
