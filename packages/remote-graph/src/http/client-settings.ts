import { ArgumentError } from '../errors.ts';
import type { NumberMode } from './raw-text.ts';

/**
 * A request, for logging. `answer` comes with the headers (with the server's message for an error status).
 */
export interface RequestEvent {
  readonly phase: 'start' | 'answer' | 'fail';
  /** Unique within a client, in order of sending. A retry has an id of its own. */
  readonly id: number;
  /** What the caller said the request is for; may be empty. */
  readonly purpose: string;
  readonly method: string;
  /** Path and query without the base URL. */
  readonly path: string;
  readonly requestBody: string | null;
  readonly status?: number;
  /** Milliseconds from sending to headers or failure. */
  readonly ms?: number;
  /** Why there was no response, or the server's message for an error status. */
  readonly problem?: string;
}

export interface ResponseEvent {
  /** Id of its {@link RequestEvent}. */
  readonly id: number;
  readonly headers: Headers;
  /**
   * Start of the body, at most 20,480 UTF-16 units; `null` for a stream, whose events are reported elsewhere.
   */
  readonly body: string | null;
  readonly isTruncated: boolean;
}

/** Limits in milliseconds; `null` for none. */
export interface Timeouts {
  /** Until a plain response begins (30 s), including connecting, which `fetch` limits too: 10 s in Node. */
  readonly headersMs: number | null;
  /** Silence within a plain response (30 s). */
  readonly bodyMs: number | null;
  /** A plain request in total (5 min). */
  readonly totalMs: number | null;
  /** Until a stream, join or wait begins (none: a run may take any time). */
  readonly streamHeadersMs: number | null;
  /**
   * How long the start of a run waits for `/info` before it goes on without it (500 ms; `null`: as long as the
   * request lasts).
   */
  readonly serverKindMs: number | null;
}

/** How a cut stream is resumed. The budget counts consecutive failures: any progress resets it. */
export interface ReconnectOptions {
  /** Consecutive failures after which the run counts as lost (10). */
  readonly attempts: number;
  /** Upper bound of the first delay in milliseconds; doubles with each failure (1 s). */
  readonly baseMs: number;
  /** Longest delay in milliseconds (30 s). */
  readonly maxMs: number;
}

export interface GraphClientSettings {
  /** Server address, `http:` or `https:`; may have a base path. */
  readonly url: string;
  /**
   * Sent as `x-api-key`. `null`: no key. Omitted: looked up in `env` if given, else no key (this
   * client never reads the process environment by itself).
   */
  readonly apiKey?: string | null | undefined;
  /** Where to look for a key: pass `process.env` to do as the official clients do. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`: for proxies, certificates, the host's own network stack. */
  readonly fetch?: typeof fetch;
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called after `onRequest` with headers and start of the body of every response, good or bad. */
  readonly onResponse?: (event: ResponseEvent) => void;
  readonly timeouts?: Partial<Timeouts>;
  readonly reconnect?: Partial<ReconnectOptions>;
  /** How often a read is retried after a transient failure (3). */
  readonly retries?: number;
  /**
   * Numbers that a double can't represent: `false` (default): rounded; `true`: `ExactNumber`; `'spelling'`:
   * `ExactNumber` also where the spelling would change, as for 1.0.
   */
  readonly exact?: ExactOption;
  /** Largest plain response, after decompression (64 MB). */
  readonly maxAnswerBytes?: number;
  /** Largest frame of a stream (64 MB); a larger one is passed on without its text. */
  readonly maxFrameBytes?: number;
}

/** See {@link GraphClientSettings.exact}. */
export type ExactOption = boolean | 'spelling';

export function toNumberMode(exact: ExactOption): NumberMode {
  if (exact === false) return 'doubles';
  return exact === true ? 'values' : exact;
}

/** Environment variables that official clients read, in this order. */
export const apiKeyVariables = ['LANGGRAPH_API_KEY', 'LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY'];

// The key to send. One from the environment loses surrounding blanks and one pair of quotes, as in the JS
// SDK.
export function resolveApiKey({ apiKey, env }: GraphClientSettings): string | null {
  if (apiKey !== undefined) return apiKey === '' ? null : apiKey;
  for (const name of apiKeyVariables) {
    const key = env?.[name]?.trim().replace(/^["']/, '').replace(/["']$/, '');
    if (key) return key;
  }
  return null;
}

// The base URL without trailing slashes. Throws `ArgumentError` if invalid.
export function parseBaseUrl(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : null;
  if (base === null || (base.protocol !== 'http:' && base.protocol !== 'https:')) {
    throw new ArgumentError('The address of a server must start with http:// or https://.');
  }
  if (base.username !== '' || base.password !== '') {
    throw new ArgumentError(
      'The address contains a user name or password. Use an API key or a header instead.',
    );
  }
  if (base.search !== '' || base.hash !== '') {
    throw new ArgumentError("The address of a server can't have a query or a fragment.");
  }
  base.pathname = base.pathname.replace(/\/+$/, '');
  return base;
}

// Merges headers case-insensitively; later sources win. Throws an error naming an invalid header.
export function mergeHeaders(...sources: readonly (Readonly<Record<string, string>> | undefined)[]): Headers {
  const merged = new Headers();
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      if (name.toLowerCase() === 'x-api-key') {
        throw new ArgumentError('The header x-api-key is reserved: use `apiKey`.');
      }
      setHeader(merged, name, value);
    }
  }
  return merged;
}

// Sets one header. Errors never repeat the value, which may be a secret.
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new ArgumentError(`The header "${name}" has an invalid name or value.`);
  }
}
