import { anySignal } from '../../async/abort-signals.ts';
import { ArgumentError } from '../../errors.ts';
import { randomUuid } from '../../resources/random-uuid.ts';
import { isObject } from '../../http/response-checks.ts';
import type { ProtocolEvent, ProtocolStart } from '../../resources/thread-protocol.ts';
import type { RemoteCall, RemoteGraphCallOptions } from '../remote-graph-options.ts';
import { toProtocolStart } from './event-run-options.ts';
import type { ClientAdapter } from '../client-adapter.ts';
import { threadRefOf } from '../run-config.ts';
import { toRunInput } from './run-input.ts';

/** A run read as v3 events, once. Iteration ends when the run ends or waits. */
export interface RemoteEventRun extends AsyncIterable<ProtocolEvent> {
  readonly runId: string;
  readonly threadId: string;
  /** Stops reading and asks the server to stop the run. */
  abort(reason?: unknown): void;
}

/**
 * Starts a run on the thread of the options, or on a new one. Throws `ArgumentError` for unsupported options;
 * `defaults`: used where the options set nothing.
 */
export async function startEventRun(
  server: ClientAdapter,
  assistantId: string,
  runInput: unknown,
  options: Partial<RemoteGraphCallOptions>,
  defaults?: Partial<RemoteGraphCallOptions>,
): Promise<RemoteEventRun> {
  const start = { ...toProtocolStart(defaults, options), ...startOf(runInput) };
  const threadId = threadRefOf(options).threadId ?? randomUuid();
  const stop = new AbortController();
  const signal = options.signal ? anySignal([options.signal, stop.signal]) : stop.signal;
  const { headers, params, exact } = options;
  const call: RemoteCall = { headers, params, exact, signal };
  const { runId, events } = await server.protocolRun(threadId, assistantId, start, call);
  options.onRunCreated?.({ run_id: runId, thread_id: threadId });
  const abort = (reason?: unknown): void => {
    if (stop.signal.aborted) return;
    stop.abort(reason);
    // Not awaited: the outcome is in the run's status. Without the signal, which has just aborted.
    server.cancel(threadId, runId, { ...call, signal: undefined }).catch(() => {});
  };
  const isWanted = options.subgraphs === false ? isOfRoot : () => true;
  return {
    runId,
    threadId,
    abort,
    [Symbol.asyncIterator]: () => untilOver(events, isWanted, stop.signal),
  };
}

// A command is reduced to its answers: the protocol knows no others.
function startOf(runInput: unknown): Pick<ProtocolStart, 'input' | 'resume'> {
  const { input, command } = toRunInput(runInput);
  if (!command) return { input };
  if (command.resume === undefined || command.update !== undefined || command.goto !== undefined) {
    throw new ArgumentError(
      'Version v3 of streamEvents only supports commands with resume and nothing else.',
    );
  }
  return { resume: command.resume };
}

async function* untilOver(
  events: AsyncIterable<ProtocolEvent>,
  isWanted: (event: ProtocolEvent) => boolean,
  stopped: AbortSignal,
): AsyncGenerator<ProtocolEvent, void, undefined> {
  try {
    for await (const event of events) {
      if (isWanted(event)) yield event;
      if (isEnd(event)) return;
    }
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
}

function isOfRoot({ params }: ProtocolEvent): boolean {
  return params.namespace.length === 0;
}

function isEnd(event: ProtocolEvent): boolean {
  const { method, params } = event;
  const eventName = isObject(params.data) ? params.data['event'] : undefined;
  return method === 'lifecycle' && isOfRoot(event) && eventName !== 'running' && eventName !== 'started';
}

/** Encodes events as server-sent events, named by channel and namespace, like the official client. */
export async function* encodeProtocolStream(
  events: AsyncIterable<ProtocolEvent>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const { method, params } of events) {
    const name = [method, ...params.namespace].join('|');
    yield encoder.encode(`event: ${name}\ndata: ${JSON.stringify(params.data ?? {})}\n\n`);
  }
}
