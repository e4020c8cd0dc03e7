import type { LookupFunction, Socket } from 'node:net';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import type { TlsTrust } from '../../shared/model/network.ts';
import { trustedCertificates } from './ca-certificates.ts';
import { lookupHost } from './localhost-lookup.ts';

// - `connectMs`: Limit for name lookup, connecting and handshake together, in milliseconds.
// - `onConnected`: Called with the address of each direct connection to a server.
interface DispatcherOptions {
  readonly trust: TlsTrust;
  readonly connectMs: number;
  readonly lookup: LookupFunction;
  readonly onConnected: (address: string) => void;
}

interface Dispatchers {
  // Sends a request with a dispatcher, which is there until its response has started. `proxy`: `null` is direct.
  send<T>(proxy: URL | null, request: (dispatcher: Dispatcher) => Promise<T>): Promise<T>;
  retire(): void;
  destroy(): Promise<void>;
}

interface Entry {
  readonly dispatcher: Promise<Dispatcher>;
  // Requests without a response yet.
  unanswered: number;
}

// After this many milliseconds of silence the operating system probes the peer, then every second ten times: a network
// lost during sleep is noticed within half a minute.
const keepAliveInitialDelay = 15_000;

// No limits here, because a run may think for hours; the client has its own.
const noLimits = { headersTimeout: 0, bodyTimeout: 0 };

// undici's way to ask for `connection: close`.
const notKeptAlive = { pipelining: 0 };

/** Pools the connections to one server, direct and through proxies, with its TLS certificates (undici dispatchers). */
export function createDispatchers(options: DispatcherOptions): Dispatchers {
  const { trust, connectMs, lookup, onConnected } = options;
  const current = new Map<string, Entry>();
  const retired = new Set<Entry>();
  // Pools of all dispatchers: a closing dispatcher no longer lists its pools.
  const pools = new Map<Entry, Pool[]>();
  let isRetired = false;
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

  const make = async (proxy: URL | null, addPool: (pool: Pool) => Pool): Promise<Dispatcher> => {
    const { Agent, buildConnector, Pool, ProxyAgent } = await import('undici');
    const settings = isRetired ? { ...noLimits, ...notKeptAlive } : noLimits;
    if (proxy === null) {
      const connect = watched(buildConnector({ ...forServer, ...overTcp }), connecting, onConnected);
      return new Agent({
        ...settings,
        connect,
        factory: (origin, poolOptions) => addPool(new Pool(origin, poolOptions)),
      });
    }
    return new ProxyAgent({
      ...settings,
      uri: proxy.href,
      // Plain HTTP is sent to the proxy without a tunnel: many allow tunnels to the https port only.
      proxyTunnel: false,
      requestTls: forServer,
      // Where the proxy is, the user has said; it may be where requests must not lead.
      proxyTls: { ...overTcp, lookup: lookupHost, timeout: connectMs },
      clientFactory: (origin, clientOptions) =>
        addPool(new Pool(origin, { ...settings, ...clientOptions, headersTimeout: connectMs })),
      factory: (origin, poolOptions) => addPool(new Pool(origin, { ...settings, ...poolOptions })),
    });
  };
  const makeEntry = (key: string, proxy: URL | null): Entry => {
    const ownPools: Pool[] = [];
    const addPool = (pool: Pool): Pool => {
      ownPools.push(pool);
      return pool;
    };
    const entry = { dispatcher: make(proxy, addPool), unanswered: 0 };
    pools.set(entry, ownPools);
    current.set(key, entry);
    return entry;
  };
  // A closed pool refuses requests, so one that is on its way to it has to get there first.
  const closeIfUnused = (entry: Entry): void => {
    if (entry.unanswered > 0 || !retired.delete(entry)) return;
    Promise.all((pools.get(entry) ?? []).map((pool) => pool.close()))
      .catch(() => undefined)
      .finally(() => pools.delete(entry));
  };

  return {
    async send(proxy, request) {
      const key = proxy?.href ?? '';
      const entry = current.get(key) ?? makeEntry(key, proxy);
      entry.unanswered += 1;
      try {
        return await request(await entry.dispatcher);
      } finally {
        entry.unanswered -= 1;
        closeIfUnused(entry);
      }
    },
    retire() {
      isRetired = true;
      const entries = [...current.values()];
      current.clear();
      for (const entry of entries) {
        retired.add(entry);
        closeIfUnused(entry);
      }
    },
    async destroy() {
      for (const socket of connecting) socket.destroy();
      await Promise.all([...pools.values()].flat().map((pool) => pool.destroy()));
      await Promise.all([...current.values()].map(async ({ dispatcher }) => (await dispatcher).destroy()));
    },
  };
}

// Wraps a connector so that pending connections can be destroyed.
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
