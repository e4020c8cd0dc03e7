import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { toWireError } from '../wire-error.ts';
import type { ContractDefinition, Handlers } from './contract-types.ts';
import {
  ClientMessage,
  messageLength,
  maxOpenRequests,
  maxResponseLength,
  parseMessage,
  maxUnacknowledgedItems,
  serializeMessage,
  type HostMessage,
} from './messages.ts';
import type { Port } from './port.ts';

// Reports bugs to the host; expected failures only go to the window.
interface ServeOptions {
  readonly onBug: (where: string, error: unknown) => void;
}

// `untaken`: Items sent but not consumed. `wake`: Resumes the sender when the window has consumed an item.
interface OpenRequest {
  readonly abort: AbortController;
  untaken: number;
  wake: () => void;
}

/**
 * Serves a contract until the port closes: validates every message strictly, runs the handler, validates its
 * result strictly (so that nothing unlisted leaves), has at most `maxUnacknowledgedItems` unconsumed items per stream
 * and `maxOpenRequests` requests, and waits before it sends while the port has no room. Returns a function that ends all
 * requests of this port.
 */
export function serve<C extends ContractDefinition>(
  contract: C,
  handlers: Handlers<C>,
  port: Port,
  options: ServeOptions,
): () => void {
  const open = new Map<number, OpenRequest>();

  const post = (message: HostMessage): void => {
    const written = serializeMessage(message);
    const length = messageLength(written);
    if (length <= maxResponseLength) return port.send(written);
    const error = new AppError('protocol', 'The result is too large for one message.', {
      hint: 'Open a smaller part of it.',
      details: { length: String(length), limit: String(maxResponseLength) },
    });
    port.send(JSON.stringify({ type: 'failed', id: message.id, error: toWireError(error) }));
  };
  const fail = async (id: number, where: string, error: unknown, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    if (!(error instanceof AppError)) options.onBug(where, error);
    if (port.whenReady?.()) await room();
    if (signal.aborted) return;
    post({ type: 'failed', id, error: toWireError(error) });
  };
  // Others may have filled the port again when one of those who wait goes on.
  const room = async (): Promise<void> => {
    for (let ready = port.whenReady?.(); ready; ready = port.whenReady?.()) await ready;
  };
  const endAll = (): void => {
    for (const request of open.values()) {
      request.abort.abort();
      request.wake();
    }
    open.clear();
  };

  const runCall = async (id: number, method: string, input: unknown, signal: AbortSignal): Promise<void> => {
    const definition = ownProperty(contract.calls, method);
    const handler = ownProperty(handlers.calls, method);
    if (!definition || !handler) throw unknownName('call', method);
    const parsed = parseInput(definition.input, input, method) as z.output<C['calls'][string]['input']>;
    const value = z.parse(definition.result, await handler(parsed, signal));
    if (port.whenReady?.()) await room();
    if (!signal.aborted) post({ type: 'result', id, value, bulk: definition.bulk });
  };

  const runStream = async (id: number, name: string, input: unknown, request: OpenRequest): Promise<void> => {
    const { signal } = request.abort;
    const definition = ownProperty(contract.streams, name);
    const handler = ownProperty(handlers.streams, name);
    if (!definition || !handler) throw unknownName('stream', name);
    const parsed = parseInput(definition.input, input, name) as z.output<C['streams'][string]['input']>;
    for await (const item of handler(parsed, signal)) {
      if (port.whenReady?.()) await room();
      if (signal.aborted) return;
      post({ type: 'item', id, value: z.parse(definition.item, item), bulk: definition.bulk });
      request.untaken += 1;
      while (request.untaken >= maxUnacknowledgedItems && !signal.aborted) {
        // Sequential on purpose: this await is the back-pressure.
        await new Promise<void>((resolve) => (request.wake = resolve));
      }
      if (signal.aborted) return;
    }
    if (!signal.aborted) post({ type: 'done', id });
  };

  const start = (id: number, where: string, work: (request: OpenRequest) => Promise<void>): void => {
    if (open.has(id)) return;
    if (open.size >= maxOpenRequests) {
      // Who does not read its refusals gets no more of them.
      if (!port.whenReady?.()) post({ type: 'failed', id, error: toWireError(tooManyRequests()) });
      return;
    }
    const request: OpenRequest = { abort: new AbortController(), untaken: 0, wake: () => undefined };
    open.set(id, request);
    work(request)
      .catch((error: unknown) => fail(id, where, error, request.abort.signal))
      .finally(() => {
        // The page may have been reloaded meanwhile: the id could be another request's.
        if (open.get(id) === request) open.delete(id);
      });
  };

  const take = (message: ClientMessage): void => {
    switch (message.type) {
      case 'hello':
        return endAll();
      case 'call': {
        const { id, method, input } = message;
        return start(id, method, (request) => runCall(id, method, input, request.abort.signal));
      }
      case 'open': {
        const { id, stream: name, input } = message;
        return start(id, name, (request) => runStream(id, name, input, request));
      }
      case 'taken': {
        const request = open.get(message.id);
        if (!request) return;
        request.untaken = Math.max(0, request.untaken - 1);
        return request.wake();
      }
      case 'cancel': {
        const request = open.get(message.id);
        open.delete(message.id);
        request?.abort.abort();
        return request?.wake();
      }
    }
  };

  const stopListening = port.onMessage((received) => {
    const message = parseMessage(ClientMessage, received);
    // An unknown message has no trustworthy id, so it can't be answered and is dropped.
    if (message) take(message);
  });
  const stop = (): void => {
    stopListening();
    endAll();
  };
  port.onClose(stop);
  return stop;
}

// Own properties only: `constructor` and `__proto__` are unknown methods.
function ownProperty<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function tooManyRequests(): AppError {
  return new AppError(
    'conflict',
    `This window already waits for ${maxOpenRequests} answers of the studio, the most that it may.`,
    { hint: 'Wait for some of them, or reload the window.' },
  );
}

function unknownName(kind: string, name: string): AppError {
  return new AppError('invalid-input', `Unknown ${kind}.`, { details: { name } });
}

function parseInput(schema: z.core.$ZodType, input: unknown, name: string): unknown {
  const outcome = z.safeParse(schema, input);
  if (outcome.success) return outcome.data;
  const issue = outcome.error.issues[0];
  const where = issue?.path.map(String).join('.') ?? '';
  throw new AppError('invalid-input', `Invalid request: ${name} rejected ${where || 'its input'}.`, {
    details: { where, problem: issue?.message ?? 'unknown' },
  });
}
