import { GraphClient } from '../../remote-graph/client.ts';
import type { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { Connection, ConnectionHealth, ConnectionsPicture } from '../../shared/model/connection.ts';
import type { Files } from '../files/create-files.ts';
import { safeLink } from '../links/safe-link.ts';
import type { LocalServer } from '../local-server/local-server.ts';
import { createPictureFeed } from '../picture-feed.ts';
import type { ServerLink } from '../network/server-link.ts';
import type { Platform } from '../platform.ts';
import type { RequestLog } from '../request-log/create-request-log.ts';
import type { Scrubber } from '../request-log/scrubber.ts';
import type { ServerClients } from '../server-clients.ts';
import { createConnectionList, noSuchConnection, type ServerAccess } from './connection-list.ts';
import { demoConnection, demoId, demoFindings, demoIsFixed } from './demo-connection.ts';
import { checkServer, failed, type Findings } from './health-check.ts';
import { createHealthWatch } from './health-watch.ts';
import { createKeptClients, settingsOf, type KeptClient } from './kept-clients.ts';
import { createSecretBox } from './secret-box.ts';
import { asAppError } from './server-errors.ts';
import { readServerRoutes, type ServerRoutes } from './server-routes.ts';
import { connectionsDocument } from './stored-connections.ts';

type Calls = StudioHandlers['calls'];

/** Handlers of everything about connections, and the clients that the other services ask. */
export interface Connections {
  readonly calls: Pick<
    Calls,
    | 'app.info'
    | 'app.secretStorage'
    | 'app.openLink'
    | 'connections.save'
    | 'connections.remove'
    | 'connections.test'
    | 'connections.check'
  >;
  readonly streams: Pick<StudioHandlers['streams'], 'connections.watch'>;
  readonly clients: ServerClients;
  /** Told whenever a server answers again that was out of reach. Returns a function that unsubscribes. */
  onReturn(listener: (connectionId: string) => void): () => void;
  /** Ends the looks at servers. */
  stop(): void;
  /** Ends every connection to every server; what still streams fails. */
  close(): Promise<void>;
}

/** What connections are made of; `files` keeps them, `localServer` is the first of them. */
export interface ConnectionsOptions {
  readonly platform: Pick<Platform, 'host' | 'version' | 'os' | 'vault' | 'openLink' | 'proxyFor' | 'log'>;
  readonly files: Files;
  readonly localServer: LocalServer;
  readonly requestLog: RequestLog;
  readonly scrubber: Scrubber;
}

/** Longest time of a look that nobody asked for: with what comes before it, a frozen server is known after 15 s. */
const unaskedLimitMs = 8000;

const usualTrust = { caText: null, insecure: false };

/** Starts reading what is stored at once; every call waits for it. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { platform, files, localServer, requestLog, scrubber } = options;
  const box = createSecretBox({
    vault: platform.vault,
    scrubber,
    onLateAnswer: (connectionId) => void lookAgain(connectionId),
  });
  const opening = files.open(connectionsDocument).then(async (document) => {
    if (document.notice !== null) platform.log('warn', document.notice);
    const list = createConnectionList({ document, box, scrubber });
    return { list, notice: document.notice };
  });

  const accessOf = async (id: string): Promise<ServerAccess> => {
    if (id !== demoId) return (await opening).list.access(id);
    const { url, token } = await localServer.access();
    scrubber.add(token);
    return { url, key: null, headers: { authorization: `Bearer ${token}` }, trust: usualTrust };
  };
  const kept = createKeptClients({
    platform,
    scrubber,
    requestLog,
    accessOf,
    onOutcome: (id, answered) => health.noticed(id, answered),
    onSlow: (id) => health.doubted(id),
    onBytes: (id) => health.heard(id),
  });

  const scrub = (text: string): string => scrubber.scrub(text);
  /** A server's description of its routes is large, and the same each time: it is read once for each link. */
  const routes = new WeakMap<ServerLink, ServerRoutes | null>();
  const routesOnce =
    (link: ServerLink): typeof readServerRoutes =>
    async (client, call) => {
      const known = routes.get(link);
      if (known !== undefined) return known;
      const read = await readServerRoutes(client, call);
      routes.set(link, read);
      return read;
    };
  /** `log: null`: a look that nobody asked for, twice a minute, would push everything else out of the request log. */
  const inspect = async (
    { access, link }: Omit<KeptClient, 'client'>,
    log: { readonly id: string; readonly purpose: string } | null,
    signal: AbortSignal,
  ): Promise<Findings> => {
    const observer = log === null ? {} : requestLog.observer(log.id);
    // A look reports what is; trying again is what the watch is for.
    const client = new GraphClient({ ...settingsOf(access, link), retries: 0, ...observer });
    const place = { url: access.url, scrub };
    const findings = await checkServer(
      client,
      place,
      log?.purpose ?? 'connections.check',
      signal,
      routesOnce(link),
      log === null ? unaskedLimitMs : undefined,
    );
    return { ...findings, way: link.way() };
  };
  const look = async (id: string, byItself: boolean, signal: AbortSignal): Promise<Findings> => {
    try {
      const waiting = id === demoId ? demoFindings(localServer.status()) : null;
      if (waiting) return waiting;
      return await inspect(
        await kept.get(id),
        byItself ? null : { id, purpose: 'connections.check' },
        signal,
      );
    } catch (thrown) {
      return failed(reported(thrown), null);
    }
  };
  const reported = (thrown: unknown): AppError => {
    const error = asAppError(thrown, { scrub });
    if (error.code === 'internal') platform.log('error', `connections: ${String(error.cause)}`);
    return error;
  };

  const returns = new Set<(connectionId: string) => void>();
  let saved: readonly Connection[] = [];
  let notice: string | null = null;
  const ids = (): string[] => [demoId, ...saved.map(({ id }) => id)];
  const health = createHealthWatch({
    ids,
    look: async (id, byItself, signal) => {
      const findings = await look(id, byItself, signal);
      // A look may have opened a key that was locked.
      saved = (await opening).list.views();
      return findings;
    },
    onChange: () => feed.changed(),
    onReturn: (id) => {
      for (const listener of returns) listener(id);
    },
  });
  const picture = (): ConnectionsPicture => ({
    connections: [demoConnection(localServer.status()), ...saved],
    health: ids().map((id) => health.of(id)),
    ...(notice === null ? {} : { notice }),
  });
  const feed = createPictureFeed({ picture, spacingMs: 50, onWatched: (now) => health.setWatched(now) });
  const refresh = async (): Promise<void> => {
    const { list, notice: found } = await opening;
    saved = list.views();
    notice = found;
  };

  /** A key store answered after all: what was said of this server no longer holds. */
  const lookAgain = async (connectionId: string): Promise<void> => {
    await refresh();
    if (ids().includes(connectionId)) health.reset(connectionId);
    feed.changed();
  };

  const forgetStatus = localServer.onStatus((status) => {
    const waiting = demoFindings(status);
    if (waiting) health.set(demoId, waiting);
    else health.reset(demoId);
    feed.changed();
  });

  return {
    calls: {
      'app.info': async () => ({
        version: platform.version,
        host: platform.host,
        platform: platform.os,
        secretStorage: platform.vault.describe(),
      }),
      'app.secretStorage': () => box.storage(),
      'app.openLink': async ({ url }) => {
        await platform.openLink(safeLink(url));
        return {};
      },
      'connections.save': async (draft) => {
        if (draft.id === demoId) throw demoIsFixed();
        const { list } = await opening;
        const connection = await list.save(draft);
        await refresh();
        kept.drop(connection.id);
        health.reset(connection.id);
        feed.changed();
        return connection;
      },
      'connections.remove': async ({ connectionId }) => {
        if (connectionId === demoId) throw demoIsFixed();
        const { list } = await opening;
        await list.remove(connectionId);
        await refresh();
        kept.drop(connectionId);
        health.remove(connectionId);
        feed.changed();
        return {};
      },
      'connections.test': async (draft, signal) => {
        if (draft.id === demoId) throw demoIsFixed();
        const access = await (await opening).list.draftAccess(draft);
        const connectionId = draft.id ?? 'new';
        const link = kept.borrow(access);
        const log = { id: connectionId, purpose: 'connections.test' };
        try {
          return {
            connectionId,
            ...(await inspect({ access, link }, log, signal)),
          } satisfies ConnectionHealth;
        } finally {
          kept.release(link);
        }
      },
      'connections.check': async ({ connectionId }) => {
        await opening.then(refresh);
        if (!ids().includes(connectionId)) throw noSuchConnection();
        return health.check(connectionId);
      },
    },
    streams: {
      async *'connections.watch'(_input, signal) {
        await opening.then(refresh);
        yield* feed.watch(signal);
      },
    },
    onReturn(listener) {
      returns.add(listener);
      return () => void returns.delete(listener);
    },
    clients: {
      get: async (id) => (await kept.get(id)).client,
      clockSkewMs: async (id) => (await kept.get(id)).link.way().skewMs,
    },
    stop() {
      forgetStatus();
      health.stop();
    },
    close: () => kept.close(),
  };
}
