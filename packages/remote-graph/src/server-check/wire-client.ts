import { anySignal } from '../async/abort-signals.ts';
import { BodyTooLarge, readBounded } from '../http/bounded-body.ts';
import { SseDecoder } from '../sse/sse-decoder.ts';
import { broken, different } from './findings.ts';
import { scrub } from './scrub.ts';

// Larger answers count as broken.
const maxBodyBytes = 8 * 2 ** 20;
const maxEvents = 20_000;
const maxAttempts = 3;

// A whole answer.
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Method and path, for findings. */
  readonly request: string;
}

export interface StreamedEvent {
  readonly event: string;
  readonly id: string | null;
  /** The payload, as the server wrote it. */
  readonly text: string;
  /** The payload as JSON; its text where it is none. */
  readonly data: unknown;
}

/** An answer that was read as server-sent events. */
export interface EventReply {
  readonly status: number;
  readonly headers: Headers;
  readonly request: string;
  readonly events: readonly StreamedEvent[];
  /** Comment lines, which servers send as heartbeats. */
  readonly comments: number;
  /** The server ended the stream; otherwise the reader did. */
  readonly ended: boolean;
  /** The body, where it is no event stream. */
  readonly text: string;
}

export interface SendOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of a body as JSON: its exact text. */
  readonly bodyText?: string;
  readonly timeoutMs?: number;
  /** Leaves out the key and all other headers that the check was given. */
  readonly anonymous?: boolean;
}

export interface EventOptions extends SendOptions {
  /** Stops reading, and closes the connection, as soon as it returns true. */
  readonly until?: (event: StreamedEvent) => boolean;
  /** Stops reading after this time instead of calling the server broken. */
  readonly readMs?: number;
}

// Sends requests as they are, without the repairs of `GraphClient`: the check looks at what the server really answers.
// Everything it reads is bounded in size and time. Never follows a redirect, which could carry the key elsewhere.
export class WireClient {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;

  constructor(settings: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly fetch: typeof fetch;
    readonly timeoutMs: number;
  }) {
    this.#base = settings.url.replace(/\/+$/, '');
    this.#headers = settings.headers;
    this.#fetch = settings.fetch;
    this.#timeoutMs = settings.timeoutMs;
  }

  async send(
    method: string,
    path: string,
    body: unknown,
    options: SendOptions,
    signal: AbortSignal,
  ): Promise<Reply> {
    const request = `${method} ${path}`;
    return this.#within(request, options.timeoutMs ?? this.#timeoutMs, signal, async (limit) => {
      const response = await this.#request(method, path, body, options, limit);
      const text = await readBounded(response.body, maxBodyBytes, () => {});
      return { status: response.status, headers: response.headers, text, request };
    });
  }

  /** Reads events until the stream ends, `until` is met or `readMs` is over. */
  async events(
    method: string,
    path: string,
    body: unknown,
    options: EventOptions,
    signal: AbortSignal,
  ): Promise<EventReply> {
    const request = `${method} ${path}`;
    const enough = new AbortController();
    const reading = anySignal([signal, enough.signal]);
    const events: StreamedEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (options.readMs !== undefined) timer = setTimeout(() => enough.abort(), options.readMs);
    try {
      return await this.#within(request, options.timeoutMs ?? this.#timeoutMs, reading, async (limit) => {
        const response = await this.#request(method, path, body, options, limit);
        const { status, headers } = response;
        const parts = { status, headers, request, events };
        if (!(headers.get('content-type') ?? '').includes('text/event-stream')) {
          const text = await readBounded(response.body, maxBodyBytes, () => {});
          return { ...parts, comments: 0, ended: true, text };
        }
        const decoder = new SseDecoder(maxBodyBytes);
        if (response.body === null) return { ...parts, comments: 0, ended: true, text: '' };
        const reader = response.body.getReader();
        let [ended, isEnough] = [false, false];
        try {
          while (!ended && !isEnough) {
            const { done, value } = await reader.read();
            ended = done;
            for (const frame of done ? decoder.flush() : decoder.push(value)) {
              const { event, id, text } = frame;
              const read = { event, id, text, data: parsed(text) };
              events.push(read);
              if (events.length > maxEvents) throw broken(`${request} sent more than ${maxEvents} events`);
              isEnough ||= options.until?.(read) === true;
            }
          }
        } catch (error) {
          if (!enough.signal.aborted || signal.aborted) throw error;
        } finally {
          await reader.cancel().catch(() => {});
        }
        return { ...parts, comments: decoder.comments, ended: ended || decoder.sawEndEvent, text: '' };
      });
    } catch (error) {
      if (!enough.signal.aborted || signal.aborted) throw error;
      throw broken(`${request} did not answer within ${options.readMs} ms`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A connection that the server closes as it is used again says nothing about the server: the request is sent once more. */
  async #request(
    method: string,
    path: string,
    body: unknown,
    options: SendOptions,
    signal: AbortSignal,
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#fetchOnce(method, path, body, options, signal);
      } catch (error) {
        if (attempt === maxAttempts || !(error instanceof TypeError) || !isClosedConnection(error))
          throw error;
      }
    }
  }

  #fetchOnce(
    method: string,
    path: string,
    body: unknown,
    options: SendOptions,
    signal: AbortSignal,
  ): Promise<Response> {
    const query = Object.entries(options.query ?? {}).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
    const text = options.bodyText ?? (body === undefined ? undefined : JSON.stringify(body));
    return this.#fetch(`${this.#base}${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: {
        ...(options.anonymous === true ? {} : this.#headers),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(text === undefined ? {} : { body: text }),
      redirect: 'manual',
      signal,
    });
  }

  async #within<T>(
    request: string,
    timeoutMs: number,
    signal: AbortSignal,
    act: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    const either = anySignal([signal, limit.signal]);
    try {
      return await act(either);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.signal.aborted) throw broken(`${request} was not answered within ${timeoutMs / 1000} s`);
      if (error instanceof BodyTooLarge) {
        throw broken(`${request} answered with more than ${maxBodyBytes / 2 ** 20} MiB`);
      }
      if (error instanceof TypeError) throw broken(`${request}: ${causeOf(error)}`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The body of an answer as JSON. */
export function jsonOf(reply: Pick<Reply, 'text' | 'request' | 'headers'>): unknown {
  try {
    return JSON.parse(reply.text) as unknown;
  } catch {
    const type = reply.headers.get('content-type') ?? 'no content type';
    throw different(`${reply.request} answered no JSON (${type}): ${scrub(reply.text).slice(0, 80)}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function isClosedConnection(error: TypeError): boolean {
  const cause: unknown = error.cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

// Why `fetch` failed: its own message is "fetch failed".
function causeOf(error: TypeError): string {
  const cause: unknown = error.cause;
  if (cause instanceof Error) return cause.message === '' ? cause.name : cause.message;
  return error.message;
}
