import {
  resolveApiKey,
  parseBaseUrl,
  mergeHeaders,
  toNumberMode,
  setHeader,
  type ExactOption,
  type GraphClientSettings,
  type ReconnectOptions,
  type Timeouts,
} from './client-settings.ts';
import { RequestTimeout, sleep } from './request-timeout.ts';
import { messageFromErrorBody } from './server-error-message.ts';
import {
  GraphServerError,
  ProtocolError,
  RemoteGraphError,
  TooDeepError,
  TooLargeError,
  UnconfirmedChangeError,
  type RequestTarget,
  type AttemptStats,
} from '../errors.ts';
import { fetchSameOrigin } from './fetch-same-origin.ts';
import { BodyTooLarge, readBounded, readPrefix } from './bounded-body.ts';
import { connectionError } from '../connection-error.ts';
import { toQueryString, type Query, type Route } from './route.ts';
import { startRequestReport, type RequestListeners } from './request-report.ts';
import { retryAfterMs, retryDelay, unknownOutcomeStatuses, type RetryPolicy } from './retry.ts';
import { parseKeepingText, type NumberMode } from './raw-text.ts';

/** Last argument of every client method. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Added to the query; wins over the method's own parameters. */
  readonly params?: Query | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Passed to `onRequest`. */
  readonly purpose?: string | undefined;
  /** Overrides the client's `exact`. */
  readonly exact?: ExactOption | undefined;
}

// One request. `bodyText` is JSON.
export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly route: Route;
  readonly query?: Query;
  readonly bodyText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  // `long`: the response begins when a run is done; no limit until then.
  readonly duration?: 'short' | 'long';
  // Defaults to `reads` for GET and HEAD, else `unsent`. Searches are reads, too, though they are sent as POST.
  readonly retry?: RetryPolicy;
  // Called with the headers of a successful response, before its content.
  readonly onHeaders?: (headers: Headers) => void;
  readonly options: CallOptions;
}

/** A response whose body is unread. `close` must be called exactly once. */
export interface OpenResponse {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly target: RequestTarget;
  close(): void;
}

interface PendingResponse extends OpenResponse {
  readonly deadline: RequestTimeout;
  readonly spent: () => AttemptStats;
  // Reports the body; `null` for a stream.
  readonly reportBody: (text: string | null) => void;
}

const defaults: Timeouts = {
  headersMs: 30_000,
  bodyMs: 30_000,
  totalMs: 300_000,
  streamHeadersMs: null,
  serverKindMs: 500,
};

/** Sends all requests: address, key, headers, limits, retries, redirects, errors, log. */
export class HttpClient {
  readonly maxFrameBytes: number;
  readonly timeouts: Timeouts;
  readonly reconnect: ReconnectOptions;
  readonly #base: URL;
  readonly #apiKey: string | null;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;
  readonly #listeners: RequestListeners;
  readonly #retries: number;
  readonly #maxBytes: number;
  readonly #exact: ExactOption;
  #sent = 0;

  constructor(settings: GraphClientSettings) {
    this.#base = parseBaseUrl(settings.url);
    this.#apiKey = resolveApiKey(settings);
    this.#headers = { ...settings.headers };
    setHeader(new Headers(), 'x-api-key', this.#apiKey ?? '');
    mergeHeaders(this.#headers);
    // Called without a receiver: browsers refuse `fetch` as a method of anything but the window.
    this.#fetch = settings.fetch ?? ((input, init) => fetch(input, init));
    this.#listeners = { onRequest: settings.onRequest, onResponse: settings.onResponse };
    this.timeouts = { ...defaults, ...settings.timeouts };
    this.reconnect = { attempts: 10, baseMs: 1000, maxMs: 30_000, ...settings.reconnect };
    this.#retries = settings.retries ?? 3;
    this.#exact = settings.exact ?? false;
    this.#maxBytes = settings.maxAnswerBytes ?? 64 * 2 ** 20;
    this.maxFrameBytes = settings.maxFrameBytes ?? 64 * 2 ** 20;
  }

  /** Sends a request and parses its JSON response; {@link rawTextOf} has its text. */
  json(request: HttpRequest): Promise<unknown> {
    return this.#withRetries(request, async (spent) => {
      const open = await this.#open(request, 'application/json', spent);
      request.onHeaders?.(open.headers);
      const text = await this.#wholeText(open, request.duration ?? 'short');
      return parseAnswer(text, open, this.numberModeFor(request.options));
    });
  }

  numberModeFor(options: CallOptions): NumberMode {
    return toNumberMode(options.exact ?? this.#exact);
  }

  /** Sends a request and ignores the response's content. */
  sendOnly(request: HttpRequest): Promise<void> {
    return this.#withRetries(request, async (spent) => {
      const open = await this.#open(request, 'application/json', spent);
      const text = await this.#wholeText(open, 'short');
      // A page to sign in, or of a proxy, is no server's answer to a change, whatever its status says.
      if (/^\s*<(?:!doctype|html)\b/i.test(text.slice(0, 200))) {
        const cause = new ProtocolError(
          `The answer to ${request.method} ${request.route} is a web page.`,
          text,
        );
        throw new UnconfirmedChangeError(cause, 'A web page answered, so nothing tells whether it was done.');
      }
    });
  }

  /** Sends a request for text of the given content type. */
  text(request: HttpRequest, type: string): Promise<string> {
    return this.#withRetries(request, async (spent) =>
      this.#wholeText(await this.#open(request, type, spent), 'short'),
    );
  }

  /** Opens an event stream. Only opening is retried, per `retry`. */
  stream(request: HttpRequest): Promise<OpenResponse> {
    return this.#withRetries(request, (spent) => this.#open(request, 'text/event-stream', spent));
  }

  async #withRetries<T>(request: HttpRequest, send: (spent: () => AttemptStats) => Promise<T>): Promise<T> {
    const policy = retryPolicyOf(request);
    const startedAt = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await send(() => ({ attempts, ms: performance.now() - startedAt }));
      } catch (error) {
        const wait = attempts > this.#retries ? null : retryDelay(policy, error, attempts);
        if (wait === null) throw error;
        await sleep(wait, request.options.signal);
      }
    }
  }

  /** Sends once; resolves with the headers of a successful response. */
  async #open(request: HttpRequest, accept: string, spent: () => AttemptStats): Promise<PendingResponse> {
    const { options, method, bodyText } = request;
    options.signal?.throwIfAborted();
    const url = this.#url(request);
    const target = {
      method,
      path: url.pathname.slice(this.#base.pathname.replace(/\/$/, '').length) + url.search,
    };
    const headers = this.#headersFor(request, accept);
    const deadline = new RequestTimeout(target, options.signal, spent);
    this.#sent += 1;
    const report = startRequestReport(this.#listeners, {
      id: this.#sent,
      purpose: options.purpose ?? '',
      ...target,
      requestBody: bodyText ?? null,
    });
    let answered: Headers | null = null;
    try {
      const long = request.duration === 'long';
      deadline.limit('headers', long ? this.timeouts.streamHeadersMs : this.timeouts.headersMs);
      deadline.limit('total', long ? null : this.timeouts.totalMs);
      const init = {
        method,
        headers,
        signal: deadline.signal,
        ...(bodyText === undefined ? {} : { body: bodyText }),
      };
      const response = await fetchSameOrigin(this.#fetch, url, init, target);
      deadline.limit('headers', null);
      report.headers();
      answered = response.headers;
      if (!response.ok) throw await this.#toServerError(response, request, target, deadline);
      const reportBody = (text: string | null): void => report.body(response.headers, text);
      report.answered(response.status);
      if (accept === 'text/event-stream') reportBody(null);
      return {
        headers: response.headers,
        body: response.body,
        target,
        deadline,
        spent,
        reportBody,
        close: () => deadline.done(),
      };
    } catch (cause) {
      const error = asClientError(cause, target, deadline, spent);
      deadline.done();
      report.failed(error);
      if (answered !== null && error instanceof GraphServerError) report.body(answered, error.body);
      throw error;
    }
  }

  async #wholeText(open: PendingResponse, timeout: 'short' | 'long'): Promise<string> {
    const { deadline, target, spent } = open;
    const silence = timeout === 'short' ? this.timeouts.bodyMs : null;
    try {
      deadline.limit('body', silence);
      const text = await readBounded(open.body, this.#maxBytes, () => deadline.limit('body', silence));
      open.reportBody(text);
      return text;
    } catch (error) {
      if (error instanceof BodyTooLarge) throw new TooLargeError(target, this.#maxBytes);
      throw asClientError(error, target, deadline, spent);
    } finally {
      open.close();
    }
  }

  async #toServerError(
    response: Response,
    request: HttpRequest,
    target: RequestTarget,
    deadline: RequestTimeout,
  ): Promise<GraphServerError> {
    deadline.limit('body', this.timeouts.bodyMs);
    const body = await readPrefix(response.body, 2 ** 16);
    return new GraphServerError(target, {
      status: response.status,
      serverText: messageFromErrorBody(body, response.status, response.statusText),
      body,
      requestId: response.headers.get('x-request-id'),
      retryAfterMs: retryAfterMs(response.headers),
      isOutcomeUnknown: unknownOutcomeStatuses.has(response.status) && retryPolicyOf(request) !== 'reads',
    });
  }

  #url(request: HttpRequest): URL {
    const url = new URL(this.#base);
    url.pathname = this.#base.pathname.replace(/\/$/, '') + request.route;
    url.search = toQueryString({ ...request.query, ...request.options.params });
    return url;
  }

  #headersFor(request: HttpRequest, accept: string): Headers {
    const headers = mergeHeaders(
      { accept },
      // The JavaScript server tries to read the (empty) body of a GET with a content type, and fails.
      request.bodyText === undefined ? {} : { 'content-type': 'application/json' },
      accept === 'text/event-stream' ? { 'cache-control': 'no-store' } : {},
      this.#headers,
      request.headers,
      request.options.headers,
    );
    if (this.#apiKey !== null) setHeader(headers, 'x-api-key', this.#apiKey);
    return headers;
  }
}

function retryPolicyOf({ method, retry }: HttpRequest): RetryPolicy {
  return retry ?? (method === 'GET' || method === 'HEAD' ? 'reads' : 'unsent');
}

// Keeps this client's errors and abort reasons; the rest are network failures.
function asClientError(
  error: unknown,
  target: RequestTarget,
  deadline: RequestTimeout,
  spent: () => AttemptStats,
): unknown {
  if (deadline.reason !== undefined) return deadline.reason;
  return error instanceof RemoteGraphError ? error : connectionError(target, error, spent());
}

function parseAnswer(text: string, open: OpenResponse, numbers: NumberMode): unknown {
  const { method, path } = open.target;
  if (text.trim() === '') throw new ProtocolError(`The response to ${method} ${path} is empty.`, text);
  try {
    return parseKeepingText(text, numbers, `The answer to ${method} ${path}`);
  } catch (cause) {
    if (cause instanceof TooDeepError) throw cause;
    throw new ProtocolError(`The response to ${method} ${path} is not JSON.`, text, null, cause);
  }
}
