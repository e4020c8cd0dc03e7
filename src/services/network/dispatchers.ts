import type { LookupFunction, Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import type { TlsTrust } from '../../shared/model/connections/network.ts';
import { trustedCertificates } from './ca-certificates.ts';

export interface DispatcherOptions {
  readonly trust: TlsTrust;
  /** Limit for name lookup, connecting and handshake together, in milliseconds (row C-1). */
  readonly connectMs: number;
  readonly lookup: LookupFunction;
  /** Called with the address of each direct connection to a server. */
  readonly onConnected: (address: string) => void;
}

/** Dispatchers of one server: one direct, and one per proxy. */
export interface Dispatchers {
  /** `null` is direct. */
  get(proxy: URL | null): Promise<Dispatcher>;
  /** Closes all connections, including pending ones. */
  destroy(): Promise<void>;
}

/**
 * After this many milliseconds of silence the operating system probes the peer, then every second ten times:
 * a network lost during sleep is noticed within half a minute (row C-13).
 */
const keepAliveInitialDelay = 15_000;

/** No limits here, because a run may think for hours; the client has its own. */
const noLimits = { headersTimeout: 0, bodyTimeout: 0 };

/** Loads undici on demand: it takes a tenth of a second that the start does not have. */
export function createDispatchers(options: DispatcherOptions): Dispatchers {
  const { trust, connectMs, lookup, onConnected } = options;
  const made = new Map<string, Promise<Dispatcher>>();
  const connecting = new Set<Socket>();
  const forServer = {
    ...(trust.caText === null ? {} : { ca: trustedCertificates(trust.caText) }),
    rejectUnauthorized: !trust.insecure,
    timeout: connectMs,
  };
  const overTcp = {
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 250,
    keepAliveInitialDelay,
  };

  const make = async (proxy: URL | null): Promise<Dispatcher> => {
    const { Agent, buildConnector, Pool, ProxyAgent } = await import('undici');
    if (proxy === null) {
      const connect = watched(buildConnector({ ...forServer, ...overTcp }), connecting, onConnected);
      return new Agent({ ...noLimits, connect });
    }
    return new ProxyAgent({
      ...noLimits,
      uri: proxy.href,
      // Plain HTTP is sent to the proxy without a tunnel: many allow tunnels to the https port only.
      proxyTunnel: false,
      requestTls: forServer,
      proxyTls: { ...overTcp, timeout: connectMs },
      clientFactory: (origin, own) => new Pool(origin, { ...own, headersTimeout: connectMs }),
      factory: (origin, own) => new Pool(origin, { ...noLimits, ...own }),
    });
  };

  return {
    get(proxy) {
      const key = proxy?.href ?? '';
      const known = made.get(key) ?? make(proxy);
      made.set(key, known);
      return known;
    },
    async destroy() {
      for (const socket of connecting) socket.destroy();
      await Promise.all([...made.values()].map(async (dispatcher) => (await dispatcher).destroy()));
    },
  };
}

/** Wraps a connector so that pending connections can be destroyed. */
function watched(
  connect: buildConnector.connector,
  connecting: Set<Socket>,
  onConnected: (address: string) => void,
): buildConnector.connector {
  return (options, callback) => {
    // The connector returns the socket, which its types don't say.
    const returned: unknown = connect(options, (...[error, socket]) => {
      if (isSocket(returned)) connecting.delete(returned);
      if (error) return callback(error, null);
      if (socket.remoteAddress !== undefined) onConnected(socket.remoteAddress);
      callback(null, socket);
    });
    if (isSocket(returned)) connecting.add(returned);
  };
}

function isSocket(value: unknown): value is Socket {
  return typeof value === 'object' && value !== null && 'destroy' in value;
}
