import { GraphClient, type GraphClientSettings } from '../../remote-graph/client.ts';
import { createHttpTransport, type HttpTransport } from '../network/http-transport.ts';
import type { Platform } from '../common/platform.ts';
import type { RequestLog } from '../logging/create-request-log.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import type { ServerAccess } from './connection-store.ts';

/** What goes to one server, as long as its access is the same. */
export interface PooledClient {
  readonly access: ServerAccess;
  readonly transport: HttpTransport;
  readonly client: GraphClient;
}

/** The clients of the saved connections, each with a network of its own. */
export interface ClientPool {
  /** The same client each time, until the address, a secret or the trust is another one. */
  get(id: string): Promise<PooledClient>;
  /** The next `get` makes another one. Streams that run on the old one go on. */
  drop(id: string): void;
  /** A link for an access that is only tried; whoever asks for it ends it by `release`. */
  borrow(access: ServerAccess): HttpTransport;
  release(link: HttpTransport): void;
  /** Ends every connection to every server. */
  close(): Promise<void>;
}

/** `onOutcome` is told after each request whether anything answered; `onSlow` of each that waits for long; `onBytes` when some came of a stream. */
export interface ClientPoolOptions {
  readonly platform: Pick<Platform, 'proxyFor'>;
  readonly scrubber: Scrubber;
  readonly requestLog: RequestLog;
  readonly accessOf: (id: string) => Promise<ServerAccess>;
  readonly onOutcome: (id: string, answered: boolean) => void;
  readonly onSlow: (id: string) => void;
  readonly onBytes: (id: string) => void;
}

/** Makes nothing before it is asked for. */
export function createClientPool(options: ClientPoolOptions): ClientPool {
  const { platform, scrubber, requestLog, accessOf, onOutcome, onSlow, onBytes } = options;
  const kept = new Map<string, PooledClient & { readonly made: string }>();
  const links = new Set<HttpTransport>();

  const proxyFor = async (url: string): Promise<string | null> => {
    const proxy = await platform.proxyFor(url);
    const password = proxy === null ? '' : new URL(proxy).password;
    if (password !== '') scrubber.add(decodeURIComponent(password));
    return proxy;
  };
  const open = (link: HttpTransport): HttpTransport => {
    links.add(link);
    return link;
  };

  return {
    async get(id) {
      const access = await accessOf(id);
      const made = JSON.stringify(access);
      const known = kept.get(id);
      if (known?.made === made) return known;
      const { trust } = access;
      const link = open(
        createHttpTransport({
          trust,
          proxyFor,
          onOutcome: (answered) => onOutcome(id, answered),
          onSlow: () => onSlow(id),
          onBytes: () => onBytes(id),
        }),
      );
      const observer = requestLog.observer(id);
      // A run that is cut off is looked for until it is found, as long as somebody looks at the studio (row R-8).
      const reconnect = { attempts: Number.POSITIVE_INFINITY };
      const client = new GraphClient({ ...clientSettings(access, link), ...observer, reconnect });
      const fresh = { made, access, transport: link, client };
      kept.set(id, fresh);
      return fresh;
    },
    drop: (id) => void kept.delete(id),
    borrow: ({ trust }) => open(createHttpTransport({ trust, proxyFor })),
    release(link) {
      links.delete(link);
      void link.close();
    },
    async close() {
      await Promise.all([...links].map((link) => link.close()));
    },
  };
}

/** How a client of a server is made. */
export function clientSettings(
  { url, key, headers }: ServerAccess,
  link: HttpTransport,
): GraphClientSettings {
  // `null`, not `undefined`: keys of the environment are never picked up (row C-8).
  return { url, apiKey: key, headers, fetch: link.fetch };
}
