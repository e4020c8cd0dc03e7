import {
  fetchWithCredential,
  GraphClient,
  type GraphClientSettings,
  type RequestEvent,
} from 'remote-graph-client/client';
import { createHttpTransport, type HttpTransport } from '../network/http-transport.ts';
import type { Platform } from '../common/platform.ts';
import type { RequestLog } from '../logging/create-request-log.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import type { ServerAccess } from './connection-store.ts';

/** A client and its transport, valid while the server's access is the same. */
export interface PooledClient {
  readonly access: ServerAccess;
  readonly transport: HttpTransport;
  readonly client: GraphClient;
}

export interface ClientPool {
  /** Returns the same client until address, secret or trust changes. */
  get(id: string): Promise<PooledClient>;
  /** The client in use; `null` before the first `get` and after a `drop`. */
  current(id: string): PooledClient | null;
  /** Makes the next `get` create a new client. Streams of the old one continue; its idle connections are closed. */
  drop(id: string): void;
  /** A transport for trying an access; the caller must `release` it. */
  borrow(access: ServerAccess): HttpTransport;
  release(transport: HttpTransport): void;
  close(): Promise<void>;
}

// `onOutcome`: after each request, whether there was a response; `onSlow`: a request has waited for long; `onBytes`:
// bytes of a stream arrived.
// - `localFetch`: Answers requests without a network, for recordings; `null` for servers.
interface ClientPoolOptions {
  readonly platform: Pick<Platform, 'proxyFor'>;
  readonly scrubber: Scrubber;
  readonly requestLog: RequestLog;
  readonly accessOf: (id: string) => Promise<ServerAccess>;
  readonly localFetch?: (id: string) => typeof fetch | null;
  readonly onOutcome: (id: string, answered: boolean) => void;
  readonly onSlow: (id: string) => void;
  readonly onBytes: (id: string) => void;
  readonly onRequest?: (id: string, event: RequestEvent, client: GraphClient) => void;
}

/** Creates the API clients of the added servers, one each, with the key, the headers and the proxy of its connection. */
export function createClientPool(options: ClientPoolOptions): ClientPool {
  const { platform, scrubber, requestLog, accessOf, onOutcome, onSlow, onBytes } = options;
  const localFetch = options.localFetch ?? (() => null);
  const clients = new Map<string, PooledClient & { readonly accessText: string }>();
  const transports = new Set<HttpTransport>();

  const proxyFor = async (url: string): Promise<string | null> => {
    const proxy = await platform.proxyFor(url);
    const password = proxy === null ? '' : new URL(proxy).password;
    if (password !== '') scrubber.add(decodeURIComponent(password));
    return proxy;
  };
  const trackTransport = (transport: HttpTransport): HttpTransport => {
    transports.add(transport);
    return transport;
  };

  // Its transport is not closed: a stream that continues may connect again.
  const retire = (id: string): void => {
    clients.get(id)?.transport.retire();
    clients.delete(id);
  };

  return {
    async get(id) {
      const access = await accessOf(id);
      const accessText = JSON.stringify(access);
      const pooled = clients.get(id);
      if (pooled?.accessText === accessText) return pooled;
      retire(id);
      const { trust } = access;
      const local = localFetch(id);
      const transport = trackTransport(
        local === null
          ? createHttpTransport({
              trust,
              proxyFor,
              onOutcome: (answered) => onOutcome(id, answered),
              onSlow: () => onSlow(id),
              onBytes: () => onBytes(id),
            })
          : localTransport(local),
      );
      // What a recording answers is no request to a server.
      const logged = local === null ? requestLog.observer(id) : null;
      // A cut run is looked up without limit while a window is visible.
      const reconnect = { attempts: Number.POSITIVE_INFINITY };
      const onRequest = (event: RequestEvent): void => {
        if (local !== null) return;
        logged?.onRequest(event);
        options.onRequest?.(id, event, client);
      };
      const client = new GraphClient({
        ...clientSettings(access, transport),
        ...logged,
        onRequest,
        reconnect,
      });
      const pooledClient = { accessText, access, transport, client };
      clients.set(id, pooledClient);
      return pooledClient;
    },
    current: (id) => clients.get(id) ?? null,
    drop: retire,
    borrow: ({ trust }) => trackTransport(createHttpTransport({ trust, proxyFor })),
    release(transport) {
      transports.delete(transport);
      // Nothing waits for connections that nobody needs any more.
      transport.close().catch(() => undefined);
    },
    async close() {
      await Promise.all([...transports].map((transport) => transport.close()));
    },
  };
}

function localTransport(localFetch: typeof fetch): HttpTransport {
  return {
    fetch: localFetch,
    networkPath: () => ({ address: null, proxy: null, skewMs: null }),
    retire: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** What a client sends with each request (API key, headers, credential), its timeouts and its network. */
export function clientSettings(
  { url, key, headers, credential, headersMs }: ServerAccess,
  transport: HttpTransport,
): GraphClientSettings {
  // `null`, not `undefined`: keys from the environment are never used.
  const timeouts = headersMs === null ? {} : { headersMs };
  return { url, apiKey: key, headers, timeouts, fetch: credentialFetch(credential, transport) };
}

/** The `fetch` of a transport, with the server's credential if it has one. */
export function credentialFetch(
  credential: ServerAccess['credential'],
  { fetch }: Pick<HttpTransport, 'fetch'>,
): typeof globalThis.fetch {
  return credential === null ? fetch : fetchWithCredential(fetch, credential);
}
