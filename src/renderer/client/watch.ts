import type { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { StudioContract } from '../../shared/contract.ts';
import type { Studio } from './studio.tsx';

type Streams = StudioContract['streams'];
export type WatchName = keyof Streams & string;
export type WatchInput<K extends WatchName> = z.input<Streams[K]['input']>;
export type WatchItem<K extends WatchName> = z.output<Streams[K]['item']>;

/** `reconnecting`: the last item is shown still, and a new one comes with the port. */
export type WatchState = 'connecting' | 'live' | 'reconnecting' | 'failed' | 'ended';

export interface WatchObserver<K extends WatchName> {
  /** `first`: the first item of a (new) subscription; what came before it is out of date. */
  onItem(item: WatchItem<K>, first: boolean): void;
  onState(state: WatchState, error: AppError | null): void;
}

/**
 * Follows a stream until the returned undo is called, and subscribes again after a lost port. An input that depends on
 * what came already is given as a function.
 */
export function watch<K extends WatchName>(
  studio: Studio,
  name: K,
  input: WatchInput<K> | (() => WatchInput<K>),
  observer: WatchObserver<K>,
): () => void {
  const abort = new AbortController();
  const follow = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      try {
        let first = true;
        for await (const item of studio.open(name, inputOf(input), abort.signal)) {
          if (first) observer.onState('live', null);
          observer.onItem(item, first);
          first = false;
        }
        return abort.signal.aborted ? undefined : observer.onState('ended', null);
      } catch (thrown) {
        if (abort.signal.aborted) return;
        if (!(thrown instanceof AppError) || thrown.code !== 'port-closed') {
          return observer.onState('failed', asError(thrown));
        }
        observer.onState('reconnecting', null);
      }
    }
  };
  void follow();
  return () => abort.abort();
}

function inputOf<T>(input: T | (() => T)): T {
  return typeof input === 'function' ? (input as () => T)() : input;
}

function asError(thrown: unknown): AppError {
  return thrown instanceof AppError
    ? thrown
    : new AppError('internal', 'The studio failed inside.', { cause: thrown });
}
