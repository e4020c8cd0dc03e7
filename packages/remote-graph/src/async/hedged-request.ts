import { anySignal } from './abort-signals.ts';

/**
 * Sends a request and calls `settle` with two promises: one for the response, or `null` once `ms` have passed
 * (`null`: never), and one for the response however long it takes. Aborts the request when `settle` is done.
 */
export async function hedgedRequest<T, R>(
  { signal, ms }: { readonly signal: AbortSignal | undefined; readonly ms: number | null },
  send: (signal: AbortSignal) => Promise<T>,
  settle: (soon: Promise<T | null>, response: Promise<T>) => Promise<R>,
): Promise<R> {
  const done = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    if (ms !== null) timer = setTimeout(() => resolve(null), ms);
  });
  try {
    const response = send(signal === undefined ? done.signal : anySignal([signal, done.signal]));
    const soon = Promise.race([response, late]);
    // `settle` need not wait for both.
    soon.catch(() => undefined);
    return await settle(soon, response);
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}
