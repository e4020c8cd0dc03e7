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
  const settled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    if (ms !== null) timer = setTimeout(() => resolve(null), ms);
  });
  try {
    const response = send(signal === undefined ? settled.signal : anySignal([signal, settled.signal]));
    const responseInTime = Promise.race([response, timeout]);
    // `settle` need not wait for both.
    responseInTime.catch(() => undefined);
    return await settle(responseInTime, response);
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}
