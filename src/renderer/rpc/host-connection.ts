import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../shared/app-error.ts';
import type { StudioContract } from '../../shared/contract.ts';
import { contractName } from '../../shared/contract-name.ts';
import { createRpcClient } from '../../shared/rpc/client.ts';
import type { Port } from '../../shared/rpc/port.ts';
import type { StudioRpc } from './rpc-context.ts';

// `connecting`: for the first time. `lost`: reconnecting. `refused`: the host rejects this page, so retrying
// does not help.
export type HostConnectionState = 'connecting' | 'connected' | 'lost' | 'refused';

export interface HostConnectionStatus {
  readonly state: HostConnectionState;
  // Number of the connection, from 1. A new number means that anything may have changed.
  readonly epoch: number;
  readonly error: AppError | null;
}

export interface HostConnection {
  readonly rpc: StudioRpc;
  readonly status: Pick<StoreApi<HostConnectionStatus>, 'getState' | 'getInitialState' | 'subscribe'>;
  retry(): void;
  close(): void;
}

export interface HostConnectionOptions {
  readonly openPort: (signal: AbortSignal) => Promise<Port>;
  // Milliseconds before an attempt (1 for the first after a loss).
  readonly delay?: (attempt: number) => number;
  // Milliseconds after which a connection has lasted. Before, its loss is one more failed attempt.
  readonly lastingMs?: number;
}

// 0.2 s, 0.4 s, 0.8 s ... up to 5 s.
function backoff(attempt: number): number {
  return Math.min(200 * 2 ** (attempt - 1), 5000);
}

/**
 * Keeps a port open. Without one, a call fails with `port-closed` (it might be a mutation, and nothing is
 * sent twice), except that it waits for the first connection. Streams only read, so they always wait.
 */
export function createHostConnection({
  openPort,
  delay = backoff,
  lastingMs = 5_000,
}: HostConnectionOptions): HostConnection {
  const closing = new AbortController();
  const status = createStore<HostConnectionStatus>(() => ({ state: 'connecting', epoch: 0, error: null }));
  let current: StudioRpc | null = null;
  let port: Port | null = null;
  let wake = (): void => undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const attach = (opened: Port): Promise<void> => {
    port = opened;
    // Listens before the client does. Browsers run microtasks between two listeners of an event, and a stream
    // that restarts there would find the closed client again and again.
    const closed = new Promise<void>((resolve) => {
      opened.onClose(() => {
        current = null;
        resolve();
      });
    });
    current = createRpcClient<StudioContract>(opened, contractName);
    status.setState(({ epoch }) => ({ state: 'connected', epoch: epoch + 1, error: null }));
    return closed;
  };
  const keepOpen = async (): Promise<void> => {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      if (attempt > 0) await pause(delay(attempt));
      if (closing.signal.aborted) return;
      try {
        const opened = await openPort(closing.signal);
        const openedAt = performance.now();
        await attach(opened);
        current = null;
        if (performance.now() - openedAt >= lastingMs) attempt = 0;
        if (closing.signal.aborted) return;
        status.setState({ state: 'lost', error: null });
      } catch (cause) {
        const error = cause instanceof AppError ? cause : new AppError('internal', 'Internal error.');
        if (error.code === 'unauthorized') return status.setState({ state: 'refused', error });
        status.setState(({ epoch }) => ({ state: epoch === 0 ? 'connecting' : 'lost', error }));
      }
    }
  };
  void keepOpen();

  const connected = (signal?: AbortSignal): Promise<StudioRpc> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (signal?.aborted === true)
          settle(() => reject(new AppError('cancelled', 'The request was cancelled.')));
        else if (current) settle(() => resolve(current ?? neverConnected()));
        else if (closing.signal.aborted) settle(() => reject(portClosed()));
      };
      const settle = (act: () => void): void => {
        stopLooking();
        signal?.removeEventListener('abort', check);
        act();
      };
      const stopLooking = status.subscribe(check);
      signal?.addEventListener('abort', check);
      check();
    });

  const rpc: StudioRpc = {
    async call(method, input, signal) {
      if (!current && status.getState().epoch > 0) throw portClosed();
      return (current ?? (await connected(signal))).call(method, input, signal);
    },
    open(name, input, signal) {
      return {
        async *[Symbol.asyncIterator]() {
          const client = await connected(signal);
          yield* client.open(name, input, signal);
        },
      };
    },
  };

  return {
    rpc,
    status,
    retry: () => wake(),
    close() {
      closing.abort();
      wake();
      port?.close();
      // Wakes callers that wait for `connected`.
      status.setState({});
    },
  };
}

function neverConnected(): never {
  throw new Error('The link was read while it was not connected.');
}

function portClosed(): AppError {
  return new AppError('port-closed', 'Connection to the studio lost.', {
    hint: 'Reconnecting. What you enter stays in this window.',
    details: { sent: 'no' },
  });
}
