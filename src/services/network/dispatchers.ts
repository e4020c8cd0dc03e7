import type { LookupFunction, Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import type { TlsTrust } from '../../shared/model/network.ts';
import { trustedCertificates } from './ca-certificates.ts';

/** How connections are made; see each field. */
export interface DispatcherOptions {
  readonly trust: TlsTrust;
  /** Limit for looking the name up, connecting and the handshake together, in milliseconds (row C-1). */
  readonly connectMs: number;
  readonly lookup: LookupFunction;
  /** Told of the address of each connection that was made to a server itself. */
  readonly onConnected: (address: string) => void;
}

/** Makes the dispatchers of one server: one for the straight way, one for each proxy. */
export interface Dispatchers {
  /** `null` is the straight way. */
  get(proxy: URL | null): Promise<Dispatcher>;
  /** Ends all connections, also those that are being made. */
  destroy(): Promise<void>;
}

/**
 * The operating system asks a silent peer after so many milliseconds whether it is still there, then every second ten
 * times: a network that went away in a sleep is noticed within half a minute (row C-13).
 */
const keepAliveInitialDelay = 15_000;

/** Neither the head nor the body of an answer has a limit here: a run may think for hours. The client has its own. */
const noLimits = { headersTimeout: 0, bodyTimeout: 0 };

/** Loads undici when it is first needed: it takes a tenth of a second, which the start of the studio shall not. */
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
      // Plain HTTP goes to a proxy as it always did: many allow tunnels to no port but that of https.
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

/** The same connector, whose connections can be ended while they are made. */
function watched(
  connect: buildConnector.connector,
  connecting: Set<Socket>,
  onConnected: (address: string) => void,
): buildConnector.connector {
  return (options, callback) => {
    // The socket is what the connector returns, which its types don't say.
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
