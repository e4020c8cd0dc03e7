import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import { fromWireError } from '../wire-error.ts';
import type { ContractDefinition } from './contract-types.ts';
import { HostMessage, maxResponseLength, parseMessage, type ClientMessage } from './messages.ts';
import type { Port } from './port.ts';

/**
 * The window's end of a contract. Every request has its own id, can be cancelled, and fails with an
 * `AppError`.
 */
export interface RpcClient<C extends ContractDefinition> {
  /** Sends a request. Rejects with code `cancelled` if `signal` aborts, `port-closed` if the host is gone. */
  call<K extends keyof C['calls'] & string>(
    method: K,
    input: z.input<C['calls'][K]['input']>,
    signal?: AbortSignal,
  ): Promise<z.output<C['calls'][K]['result']>>;
  /** Subscribes. Leaving the loop or aborting ends the subscription, never a run. */
  open<K extends keyof C['streams'] & string>(
    stream: K,
    input: z.input<C['streams'][K]['input']>,
    signal?: AbortSignal,
  ): AsyncIterable<z.output<C['streams'][K]['item']>>;
}

interface Pending {
  readonly settle: (message: HostMessage) => void;
  readonly fail: (error: AppError) => void;
}

/** Connects to the server of `contract` on a port. Sends `contractName` for the host's log. */
export function createRpcClient<C extends ContractDefinition>(
  port: Port,
  contractName: string,
): RpcClient<C> {
  const pending = new Map<number, Pending>();
  let lastId = randomFirstId();
  let closed = false;
  const post = (message: ClientMessage): void => port.send(JSON.stringify(message));

  port.onMessage((received) => {
    const message = parseMessage(HostMessage, received, maxResponseLength);
    if (message) pending.get(message.id)?.settle(message);
  });
  port.onClose(() => {
    closed = true;
    for (const request of pending.values()) request.fail(portClosed());
    pending.clear();
  });
  post({ type: 'hello', contract: contractName });

  const startRequest = (message: (id: number) => ClientMessage, request: Pending): number => {
    lastId += 1;
    if (closed) {
      queueMicrotask(() => request.fail(portClosed({ sent: 'no' })));
      return lastId;
    }
    pending.set(lastId, request);
    post(message(lastId));
    return lastId;
  };

  return {
    call(method, input, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(cancelled());
        const finish = (act: () => void): void => {
          pending.delete(id);
          signal?.removeEventListener('abort', onAbort);
          act();
        };
        const onAbort = (): void => {
          post({ type: 'cancel', id });
          finish(() => reject(cancelled()));
        };
        const id = startRequest((requestId) => ({ type: 'call', id: requestId, method, input }), {
          settle: (message) => {
            if (message.type === 'failed') finish(() => reject(fromWireError(message.error)));
            // The host has validated this value with the contract's own schema.
            if (message.type === 'result') finish(() => resolve(message.value as never));
          },
          fail: (error) => finish(() => reject(error)),
        });
        signal?.addEventListener('abort', onAbort);
      });
    },

    open(name, input, signal) {
      return {
        [Symbol.asyncIterator]() {
          const queue = createItemQueue<never>();
          if (signal?.aborted) queue.end(cancelled());
          const id = startRequest((requestId) => ({ type: 'open', id: requestId, stream: name, input }), {
            settle: (message) => {
              if (message.type === 'item') queue.push(message.value as never);
              if (message.type === 'done') finish(null);
              if (message.type === 'failed') finish(fromWireError(message.error));
            },
            fail: (error) => finish(error),
          });
          const finish = (error: AppError | null): void => {
            pending.delete(id);
            signal?.removeEventListener('abort', onAbort);
            queue.end(error);
          };
          const stop = (error: AppError | null): void => {
            if (pending.has(id)) post({ type: 'cancel', id });
            finish(error);
          };
          const onAbort = (): void => stop(cancelled());
          if (signal?.aborted) onAbort();
          else signal?.addEventListener('abort', onAbort);
          return {
            async next() {
              const item = await queue.take();
              if (!item.done && pending.has(id)) post({ type: 'taken', id });
              return item;
            },
            async return() {
              stop(null);
              return { done: true, value: undefined };
            },
          };
        },
      };
    },
  };
}

// Electron keeps a window's port over a reload. An answer to the old page that is still on its way must not have the id
// of a request of the new page.
function randomFirstId(): number {
  return (1 + Math.floor(Math.random() * 2 ** 32)) * 2 ** 20;
}

// Items in order of arrival; the end (or error) comes after the last item.
function createItemQueue<T>() {
  const items: T[] = [];
  let ended: { readonly error: AppError | null } | null = null;
  let waiting: (() => void) | null = null;
  const wake = (): void => {
    waiting?.();
    waiting = null;
  };
  return {
    push(item: T): void {
      if (ended) return;
      items.push(item);
      wake();
    },
    end(error: AppError | null): void {
      ended ??= { error };
      wake();
    },
    async take(): Promise<IteratorResult<T, undefined>> {
      while (items.length === 0) {
        if (ended?.error) throw ended.error;
        if (ended) return { done: true, value: undefined };
        await new Promise<void>((resolve) => (waiting = resolve));
      }
      return { done: false, value: items.shift() as T };
    },
  };
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The request was cancelled.');
}

function portClosed(details: AppError['details'] = {}): AppError {
  return new AppError('port-closed', 'Connection to the studio lost.', {
    hint: 'Reconnecting. What you enter stays in this window.',
    details,
  });
}
