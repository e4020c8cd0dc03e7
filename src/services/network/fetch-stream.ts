import type { Dispatcher } from 'undici';

// Read-ahead limit in bytes.
const readAhead = 512 * 1024;

// A `fetch` for event streams that passes bytes on without copying: `fetch` copies twice and joins chunks,
// half the cost of reading a stream. Does not follow redirects. `onBytes`: called for each chunk. Rejects
// like `fetch`: with the signal's reason, or with a `TypeError` that has a cause.
export function fetchStream(
  dispatcher: Dispatcher,
  url: URL,
  init: RequestInit,
  onBytes: () => void = () => undefined,
): Promise<Response> {
  const { signal } = init;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    let sink: ReadableStreamDefaultController<Uint8Array> | null = null;
    let request: Dispatcher.DispatchController | null = null;
    // A request that still waits for its connection has no controller: it is aborted when it gets one.
    const giveUp = (): void => {
      if (request) request.abort(errorOf(signal?.reason));
      else reject(signal?.reason);
    };
    const done = (): void => signal?.removeEventListener('abort', giveUp);
    signal?.addEventListener('abort', giveUp, { once: true });
    const fail = (message: string, cause: unknown): void => {
      done();
      const why = signal?.aborted ? signal.reason : new TypeError(message, { cause });
      if (sink) sink.error(why);
      else reject(why);
    };

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        request = controller;
        if (signal?.aborted) giveUp();
      },
      onResponseStart(controller, status, headers, statusText = '') {
        if (status < 200) return;
        const body = new ReadableStream<Uint8Array>(
          {
            start: (its) => {
              sink = its;
            },
            pull: () => controller.resume(),
            cancel: (reason) => controller.abort(errorOf(reason)),
          },
          { highWaterMark: readAhead, size: ({ byteLength }) => byteLength },
        );
        const about = { status, statusText, headers: headersOf(headers) };
        resolve(new Response(status === 204 || status === 304 ? null : plain(body, about.headers), about));
      },
      onResponseData(controller, chunk) {
        onBytes();
        sink?.enqueue(chunk);
        if ((sink?.desiredSize ?? 0) <= 0) controller.pause();
      },
      onResponseEnd() {
        done();
        sink?.close();
      },
      onResponseError: (_, error) => fail(sink ? 'terminated' : 'fetch failed', error),
    };
    try {
      dispatcher.dispatch(requestOf(url, init), handler);
    } catch (error) {
      fail('fetch failed', error);
    }
  });
}

function requestOf(url: URL, { method, headers, body }: RequestInit): Dispatcher.DispatchOptions {
  // Compression would delay events until enough of them have come.
  const sent = { 'accept-encoding': 'identity', 'user-agent': 'node' };
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: (method ?? 'GET') as Dispatcher.HttpMethod,
    headers: { ...sent, ...Object.fromEntries(new Headers(headers)) },
    body: typeof body === 'string' ? body : null,
  };
}

// For a server that compresses all the same.
function plain(body: ReadableStream<Uint8Array>, headers: Headers): ReadableStream<Uint8Array> {
  const coding = headers.get('content-encoding');
  if (coding !== 'gzip' && coding !== 'deflate') return body;
  return body.pipeThrough(new DecompressionStream(coding) as ReadableWritablePair<Uint8Array, Uint8Array>);
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The answer is no longer wanted.', { cause: reason });
}
