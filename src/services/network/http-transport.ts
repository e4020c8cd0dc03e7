import type { LookupFunction } from 'node:net';
import type { NetworkPath, TlsTrust } from '../../shared/model/network.ts';
import { createDispatchers } from './dispatchers.ts';
import { fetchStream } from './fetch-stream.ts';
import { isLoopbackHost, lookupHost } from './localhost-lookup.ts';
import { toProxyError, unsupportedProxy } from './proxy-errors.ts';

/** What is particular about the way to one server. */
export interface HttpTransportOptions {
  readonly trust: TlsTrust;
  /** The address of the proxy for a URL, or `null` for none. Never asked about this machine itself (row C-7). */
  readonly proxyFor: (url: string) => Promise<string | null>;
  /** Told after each request whether anything answered; an abort tells nothing. */
  readonly onOutcome?: (answered: boolean) => void;
  /** Told once of each request of which nothing came for 3 s. */
  readonly onSlow?: () => void;
  /** Told whenever bytes of a stream of events came. */
  readonly onBytes?: () => void;
  readonly connectMs?: number;
  readonly lookup?: LookupFunction;
}

/** The network between the studio and one server: a `fetch` for its client, and what was seen on the way. */
export interface HttpTransport {
  readonly fetch: typeof fetch;
  networkPath(): NetworkPath;
  /** Ends every connection; requests under way fail. */
  close(): Promise<void>;
}

const usualConnectMs = 10_000;
/** So long a request waits for the head of its answer before that is told: milliseconds. */
const slowMs = 3000;

/** Holds no connection before the first request. */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { trust, proxyFor, onOutcome = () => undefined, onSlow = () => undefined } = options;
  let way: NetworkPath = { address: null, proxy: null, skewMs: null };
  const dispatchers = createDispatchers({
    trust,
    connectMs: options.connectMs ?? usualConnectMs,
    lookup: options.lookup ?? lookupHost,
    onConnected: (address) => (way = { ...way, address }),
  });

  const proxyOf = async (url: URL): Promise<URL | null> => {
    const said = isLoopbackHost(url.hostname) ? null : await proxyFor(url.href);
    const proxy = said === null ? null : new URL(said);
    const shown = proxy === null ? null : `${proxy.protocol}//${proxy.host}`;
    if (shown !== way.proxy) way = { ...way, proxy: shown, address: null };
    if (proxy !== null && !/^https?:$/.test(proxy.protocol))
      throw unsupportedProxy(proxy.protocol.slice(0, -1));
    return proxy;
  };

  const send = async (url: URL, init: RequestInit | undefined, proxy: URL | null): Promise<Response> => {
    const { fetch: undiciFetch } = await import('undici');
    const dispatcher = await dispatchers.get(proxy);
    init?.signal?.throwIfAborted();
    try {
      if (wantsEvents(init)) return await fetchStream(dispatcher, url, init, options.onBytes);
      // The same standard in another copy, whose types are not the same ones.
      const answer: unknown = await undiciFetch(url, { ...(init as object | undefined), dispatcher });
      return answer as Response;
    } catch (thrown) {
      throw proxy === null ? thrown : toProxyError(thrown, proxy);
    }
  };

  const linkedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
    const slow = setTimeout(onSlow, slowMs);
    slow.unref();
    try {
      const proxy = await orAborted(proxyOf(url), init?.signal);
      const response = await send(url, init, proxy);
      way = { ...way, skewMs: clockSkew(response.headers.get('date'), Date.now()) };
      onOutcome(true);
      return response;
    } catch (thrown) {
      if (!isCalledOff(init?.signal)) onOutcome(false);
      throw thrown;
    } finally {
      clearTimeout(slow);
    }
  };

  return { fetch: linkedFetch, networkPath: () => way, close: () => dispatchers.destroy() };
}

function wantsEvents(init: RequestInit | undefined): init is RequestInit {
  return new Headers(init?.headers).get('accept') === 'text/event-stream';
}

/** True when the caller gave up for reasons of its own; running out of time is the network's doing. */
function isCalledOff(signal: AbortSignal | null | undefined): boolean {
  if (signal?.aborted !== true) return false;
  const reason: unknown = signal.reason;
  return !(reason instanceof Error && reason.name === 'TimeoutError');
}

/** A proxy's script may take its time; giving up must not (row C-1). */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * How far a server's clock is ahead of ours, in milliseconds, by the `Date` of an answer; `null` when it tells none. Both
 * are times of day and only good for telling the user: nothing is ordered or timed by them (row C-14).
 */
export function clockSkew(date: string | null, now: number): number | null {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? null : theirs - now;
}
