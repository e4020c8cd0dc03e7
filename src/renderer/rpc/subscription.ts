import type { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { StudioContract } from '../../shared/contract.ts';
import type { StudioRpc } from './rpc-context.ts';

type Streams = StudioContract['streams'];
export type StreamName = keyof Streams & string;
export type StreamInput<K extends StreamName> = z.input<Streams[K]['input']>;
export type StreamItem<K extends StreamName> = z.output<Streams[K]['item']>;

/** `reconnecting`: the last item stays until the port is back. */
export type SubscriptionState = 'connecting' | 'live' | 'reconnecting' | 'failed' | 'ended';

export interface SubscriptionObserver<K extends StreamName> {
  // `first`: the first item of a (new) subscription; earlier items are stale.
  onItem(item: StreamItem<K>, first: boolean): void;
  onState(state: SubscriptionState, error: AppError | null): void;
}

// Yields to the event loop after this time, in milliseconds.
const workMs = 8;

/**
 * Follows a stream until unsubscribed, and resubscribes after a lost port. Pass the input as a function if it
 * depends on earlier items.
 */
export function subscribeToStream<K extends StreamName>(
  rpc: StudioRpc,
  name: K,
  input: StreamInput<K> | (() => StreamInput<K>),
  observer: SubscriptionObserver<K>,
): () => void {
  const abort = new AbortController();
  const follow = async (): Promise<void> => {
    let worked = 0;
    while (!abort.signal.aborted) {
      try {
        let first = true;
        for await (const item of rpc.open(name, inputOf(input), abort.signal)) {
          if (first) observer.onState('live', null);
          const startedAt = performance.now();
          observer.onItem(item, first);
          first = false;
          worked += performance.now() - startedAt;
          // Items that arrived together are delivered in one task.
          if (worked > workMs) {
            await nextTurn();
            worked = 0;
          }
        }
        return abort.signal.aborted ? undefined : observer.onState('ended', null);
      } catch (error) {
        if (abort.signal.aborted) return;
        if (!(error instanceof AppError) || error.code !== 'port-closed') {
          return observer.onState('failed', asError(error));
        }
        observer.onState('reconnecting', null);
      }
    }
  };
  void follow();
  return () => abort.abort();
}

// Resolves in another task, without the delay of a timer.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

function inputOf<T>(input: T | (() => T)): T {
  return typeof input === 'function' ? (input as () => T)() : input;
}

function asError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', 'Internal error.', { cause: error });
}
