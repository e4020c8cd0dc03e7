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
