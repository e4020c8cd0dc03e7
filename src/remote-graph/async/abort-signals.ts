/**
 * Calls `listener` once when the signal is aborted, at once if it is already; returns how to stop listening. The caller's
 * signal itself gets no listener: many calls may share it, and Node warns of the eleventh.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    listener();
    return () => {};
  }
  const own = AbortSignal.any([signal]);
  own.addEventListener('abort', listener, { once: true });
  return () => own.removeEventListener('abort', listener);
}

/** The promise's outcome, or the signal's reason as soon as it is aborted. The promise itself goes on: whoever made it ends it. */
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
