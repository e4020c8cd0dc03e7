import { untilAborted } from 'remote-graph-client/client';
import type { LookupFunction } from 'node:net';
import type { NetworkPath, TlsTrust } from '../../shared/model/network.ts';
import { createClockSkew } from './clock-skew.ts';
import { createDispatchers } from './dispatchers.ts';
import { fetchStream } from './fetch-stream.ts';
import { isLoopbackHost, lookupHost } from './localhost-lookup.ts';
import { toProxyError, unsupportedProxy } from './proxy-errors.ts';

// - `proxyFor`: The proxy's address for a URL, or `null` for none. Never called for this machine itself.
// - `onOutcome`: Called after each request, whether there was a response; not after an abort.
// - `onSlow`: Called once per request without any response for 3 s.
// - `onBytes`: Called when bytes of an event stream arrive.
export interface HttpTransportOptions {
  readonly trust: TlsTrust;
  readonly proxyFor: (url: string) => Promise<string | null>;
  readonly onOutcome?: (answered: boolean) => void;
  readonly onSlow?: () => void;
  readonly onBytes?: () => void;
  readonly connectMs?: number;
  readonly lookup?: LookupFunction;
}

/** The network to one server: a `fetch` for its client, and the observed path. */
export interface HttpTransport {
  readonly fetch: typeof fetch;
  networkPath(): NetworkPath;
  /**
   * Closes each connection at the end of its request, idle ones at once. For a transport that another one replaces: a
   * stream continues and may reconnect, but nothing stays open without need.
   */
  retire(): void;
  /** Closes all connections; pending requests fail. */
  close(): Promise<void>;
}

const defaultConnectMs = 10_000;
// Milliseconds without response headers until a request counts as slow.
const slowMs = 3000;

/**
 * Opens the network to one server: requests through the system's HTTP proxy, TLS by the trusted certificates, and the
 * difference of the clocks.
 */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { trust, proxyFor, onOutcome = () => undefined, onSlow = () => undefined } = options;
  let path: Omit<NetworkPath, 'skewMs'> = { address: null, proxy: null };
  const skew = createClockSkew();
  const dispatchers = createDispatchers({
    trust,
    connectMs: options.connectMs ?? defaultConnectMs,
    lookup: options.lookup ?? lookupHost,
    onConnected: (address) => (path = { ...path, address }),
  });

  const proxyOf = async (url: URL): Promise<URL | null> => {
    const proxyUrl = isLoopbackHost(url.hostname) ? null : await proxyFor(url.href);
    const proxy = proxyUrl === null ? null : new URL(proxyUrl);
    const address = proxy === null ? null : `${proxy.protocol}//${proxy.host}`;
    if (address !== path.proxy) path = { ...path, proxy: address, address: null };
    if (proxy !== null && !/^https?:$/.test(proxy.protocol))
      throw unsupportedProxy(proxy.protocol.slice(0, -1));
    return proxy;
  };

  const send = async (url: URL, init: RequestInit | undefined, proxy: URL | null): Promise<Response> => {
    const { fetch: undiciFetch } = await import('undici');
    return dispatchers.send(proxy, async (dispatcher) => {
      init?.signal?.throwIfAborted();
      try {
        if (wantsEvents(init)) return await fetchStream(dispatcher, url, init, options.onBytes);
        // undici's own copy of the fetch types is not assignable.
        const answer: unknown = await undiciFetch(url, { ...(init as object | undefined), dispatcher });
        return answer as Response;
      } catch (error) {
        throw proxy === null ? error : toProxyError(error, proxy);
      }
    });
  };

  const linkedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
    const slow = setTimeout(onSlow, slowMs);
    slow.unref();
    try {
      // Also while a slow proxy script runs.
      const proxy = await untilAborted(proxyOf(url), init?.signal ?? undefined);
      const sentAt = Date.now();
      const response = await send(url, init, proxy);
      skew.add(response.headers.get('date'), sentAt, Date.now());
      onOutcome(true);
      return response;
    } catch (error) {
      if (!isCalledOff(init?.signal)) onOutcome(false);
      throw error;
    } finally {
      clearTimeout(slow);
    }
  };

  return {
    fetch: linkedFetch,
    networkPath: () => ({ ...path, skewMs: skew.get()?.skewMs ?? null }),
    retire: () => dispatchers.retire(),
    close: () => dispatchers.destroy(),
  };
}

function wantsEvents(init: RequestInit | undefined): init is RequestInit {
  return new Headers(init?.headers).get('accept') === 'text/event-stream';
}

// True if the caller aborted for its own reasons; a timeout is the network's fault.
function isCalledOff(signal: AbortSignal | null | undefined): boolean {
  if (signal?.aborted !== true) return false;
  const reason: unknown = signal.reason;
  return !(reason instanceof Error && reason.name === 'TimeoutError');
}
