import { ArgumentError } from '../errors/errors.ts';
import type { NumberMode } from './raw-text.ts';

/** One request as a log sees it. `answer` comes with the headers (for an error status: with the server's words). */
export interface RequestEvent {
  readonly phase: 'start' | 'answer' | 'fail';
  /** Unique within one client, in order of sending. A request that is sent again has an id of its own. */
  readonly id: number;
  /** What the caller said it is for; empty if it did not. */
  readonly purpose: string;
  readonly method: string;
  /** Path and query, without the base URL. */
  readonly path: string;
  readonly requestBody: string | null;
  readonly status?: number;
  /** Milliseconds from sending to the headers, or to the failure. */
  readonly ms?: number;
  /** Why there was no answer, or the server's words for an error status. */
  readonly problem?: string;
}

/** What came back for a request, told once its body is read. */
export interface ResponseEvent {
  /** That of its {@link RequestEvent}. */
  readonly id: number;
  readonly headers: Headers;
  /** Its beginning, at most 20,480 UTF-16 units; `null` for a stream, whose events are told elsewhere. */
  readonly body: string | null;
  /** There was more than `body` holds. */
  readonly isTruncated: boolean;
}

/** Limits in milliseconds; `null` is none. */
export interface Timeouts {
  /** Until a plain answer begins (30 s). Connecting is part of it, and has a limit of its own in `fetch`: 10 s in Node. */
  readonly headersMs: number | null;
  /** Silence within a plain answer (30 s). */
  readonly bodyMs: number | null;
  /** A plain request from start to end (5 min). */
  readonly totalMs: number | null;
  /** Until a stream, a join or a wait begins (none: a run may take any time). */
  readonly streamHeadersMs: number | null;
}

/** How a cut stream is found again. The budget is for failures in a row: any progress renews it (row R-8). */
export interface ReconnectOptions {
  /** Failures in a row after which the run counts as lost (10). */
  readonly attempts: number;
  /** The first wait is at most this long; it doubles with each failure (1 s), in milliseconds. */
  readonly baseMs: number;
  /** No wait is longer (30 s), in milliseconds. */
  readonly mostMs: number;
}

export interface GraphClientSettings {
  /** Address of the server, `http:` or `https:`; a base path is kept. */
  readonly url: string;
  /**
   * Sent as `x-api-key`. `null`: no key. Left out: no key either, unless `env` is given, where it is then looked for
   * (row C-8: this client never reads a process's environment by itself).
   */
  readonly apiKey?: string | null | undefined;
  /** Where to look for a key: pass `process.env` to get what the official clients do. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Stands in for the global `fetch`: proxies, certificates, a host's own network stack. */
  readonly fetch?: typeof fetch;
  readonly onRequest?: (event: RequestEvent) => void;
  /** Told the headers and the beginning of the body of every answer, good or bad, after `onRequest`. */
  readonly onResponse?: (event: ResponseEvent) => void;
  readonly timeouts?: Partial<Timeouts>;
  readonly reconnect?: Partial<ReconnectOptions>;
  /** How often a read may be sent again after a failure that may pass (3). */
  readonly retries?: number;
  /**
   * What becomes of numbers that a double can't hold: `false` (default): the nearest double; `true`: an `ExactNumber`;
   * `'spelling'`: an `ExactNumber` also for a number that would be written down differently, 1.0 for one.
   */
  readonly exact?: ExactOption;
  /** Largest plain answer, after decompression (64 MB). */
  readonly maxAnswerBytes?: number;
  /** Largest frame of a stream (64 MB); a larger one is passed on without its text. */
  readonly maxFrameBytes?: number;
}

/** See `exact` of the settings. */
export type ExactOption = boolean | 'spelling';

/** The way of reading numbers that the option stands for. */
export function toNumberMode(exact: ExactOption): NumberMode {
  if (exact === false) return 'doubles';
  return exact === true ? 'values' : exact;
}

/** Where the official clients look for a key, in this order. */
export const apiKeyVariables = ['LANGGRAPH_API_KEY', 'LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY'];

/** The key to send. A key from the environment loses blanks and one pair of quotes around it, as the JS SDK does. */
export function resolveApiKey({ apiKey, env }: GraphClientSettings): string | null {
  if (apiKey !== undefined) return apiKey === '' ? null : apiKey;
  for (const name of apiKeyVariables) {
    const key = env?.[name]?.trim().replace(/^["']/, '').replace(/["']$/, '');
    if (key) return key;
  }
  return null;
}

/** The base URL without its trailing slashes. Throws {@link ArgumentError} for what can't be a server's address. */
export function parseBaseUrl(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : null;
  if (base === null || (base.protocol !== 'http:' && base.protocol !== 'https:')) {
    throw new ArgumentError('The address of a server must begin with http:// or https://.');
  }
  if (base.username !== '' || base.password !== '') {
    throw new ArgumentError('The address holds a user name or password. Give a key or a header instead.');
  }
  if (base.search !== '' || base.hash !== '') {
    throw new ArgumentError('The address of a server can not have a query or a fragment.');
  }
  base.pathname = base.pathname.replace(/\/+$/, '');
  return base;
}

/** Headers from several sources, later ones winning whatever their case. Names the header that can't be sent. */
export function mergeHeaders(...sources: readonly (Readonly<Record<string, string>> | undefined)[]): Headers {
  const merged = new Headers();
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      if (name.toLowerCase() === 'x-api-key') {
        throw new ArgumentError('The header x-api-key is reserved: give the key as the key.');
      }
      setHeader(merged, name, value);
    }
  }
  return merged;
}

/** Sets one header. The value is never repeated in the error: it may be a secret. */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new ArgumentError(`The header "${name}" has a name or a value that HTTP can't carry.`);
  }
}
