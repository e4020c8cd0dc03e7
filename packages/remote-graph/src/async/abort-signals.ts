/**
 * Calls `listener` once when the signal aborts, or at once if it already has; returns an unsubscribe
 * function. One listener on the caller's signal serves all calls that share it, because Node warns of the
 * eleventh.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    listener();
    return () => {};
  }
  const combinedSignal = anySignal([signal]);
  combinedSignal.addEventListener('abort', listener, { once: true });
  return () => combinedSignal.removeEventListener('abort', listener);
}

/**
 * A signal that aborts with a `TimeoutError` (the DOM's) after `ms`, or with `signal`. Never keeps the process alive.
 *
 * `AbortSignal.any` refers to its sources weakly, and Node collects an `AbortSignal.timeout` that nobody listens to:
 * the limit then never ends (nodejs/node#57736, measured with Node 20.20). A listener keeps it until it ends, also when what it
 * limits has ended before.
 */
export function abortAfter(ms: number, signal?: AbortSignal): AbortSignal {
  // oxlint-disable-next-line no-restricted-properties -- the listener below keeps it
  const limit = AbortSignal.timeout(ms);
  limit.addEventListener('abort', () => {}, { once: true });
  return signal === undefined ? limit : anySignal([signal, limit]);
}

/**
 * `AbortSignal.any` that keeps its sources as long as it is in use: a caller's signal may be an `AbortSignal.timeout`, see
 * `abortAfter`. Adds no listener to them.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  // oxlint-disable-next-line no-restricted-properties -- its sources are kept below
  const combined = AbortSignal.any([...signals]);
  sourcesOf.set(combined, signals);
  return combined;
}

const sourcesOf = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * Settles with the promise, or rejects with the signal's reason as soon as it aborts. Does not cancel the
 * promise.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let stopListening = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopListening();
  }
}
