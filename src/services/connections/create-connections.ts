import { randomUUID } from 'node:crypto';
import type { GraphClient } from 'remote-graph-client/client';
import { createLearnedCapabilities } from './server-facts/learned-capabilities.ts';
import { unreportedCapabilities, knownCapability } from './server-facts/capability-sentences.ts';
import { guardByCapabilities } from './server-facts/capability-guard.ts';
import { versionOf } from './server-facts/server-info.ts';
import type { Capabilities, Capability } from '../../shared/model/capability.ts';
import type { StreamsOf, StudioHandlers } from '../../shared/contract.ts';
import type { Connection, ConnectionHealth, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { safeLink } from '../network/safe-link.ts';
import type { LocalServer } from '../projects/server/local-server.ts';
import { createSnapshotPublisher } from '../common/snapshot-publisher.ts';
import type { Platform } from '../common/platform.ts';
import type { RequestLog } from '../logging/create-request-log.ts';
import { createBugReporter } from '../logging/host-log.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import type { ServerClients } from '../common/server-clients.ts';
import { connectionNotFound, recordingIsReadOnly } from './connection-errors.ts';
import { createConnectionStore, type ServerAccess } from './connection-store.ts';
import {
  toDemoConnection,
  demoConnectionId,
  demoHealth,
  demoConnectionIsReadOnly,
} from './demo-connection.ts';
import { createHealthMonitor, recheckIntervals } from './server-facts/health-monitor.ts';
import { createClientPool, type PooledClient } from './client-pool.ts';
import { createCredentials, type WithStoredCredentials } from '../credentials/create-credentials.ts';
import { credentialsDocument } from '../credentials/stored-credentials.ts';
import { createSecretStore } from './secret-store.ts';
import { findLocalServers } from './find-local-servers.ts';
import { createEnvImport } from './env-import.ts';
import { createServerChecks } from './server-facts/server-checks.ts';
import { noRecordings, type RecordedConnections } from './recorded-connections.ts';
import { connectionsDocument } from './stored-connections.ts';

type Calls = StudioHandlers['calls'];

export interface Connections {
  readonly calls: Pick<
    Calls,
    | 'app.info'
    | 'app.secretStorage'
    | 'app.openLink'
    | 'connections.save'
    | 'connections.remove'
    | 'connections.duplicate'
    | 'connections.reorder'
    | 'connections.findLocal'
    | 'connections.readEnv'
    | 'connections.test'
    | 'connections.signOut'
    | 'connections.check'
    | 'connections.facts'
    | 'connections.exposedAgents'
    | 'connections.tryAgent'
  >;
  readonly streams: StreamsOf<'connections'>;
  readonly clients: ServerClients;
  productionName(connectionId: string): Promise<string | null>;
  // A server's access and transport, for requests that its client does not send.
  pooled(connectionId: string): Promise<PooledClient>;
  saved(): Promise<readonly Connection[]>;
  // Name and address of a server, of the demo server and recordings too. Throws `not-found`.
  describe(connectionId: string): Promise<{ readonly name: string; readonly url: string | null }>;
  nameOf(connectionId: string): Promise<string | null>;
  // Wraps all calls: those that need what their server lacks fail with `unsupported`, in the words of the menus.
  guardByCapabilities(calls: Calls): Calls;
  // Called whenever an unreachable server responds again. Returns an unsubscribe function.
  onReconnected(listener: (connectionId: string) => void): () => void;
  stop(): void;
  // Closes all connections; active streams fail.
  close(): Promise<void>;
}

// - `recordings`: Listed after the demo server; none if omitted.
// - `environment`: The environment of the process, read only when the user asks for it.
interface ConnectionsOptions {
  readonly platform: Pick<
    Platform,
    'host' | 'version' | 'os' | 'vault' | 'openExternal' | 'proxyFor' | 'isOpenToNetwork' | 'log'
  >;
  readonly documents: DocumentStore;
  /** Whether nobody has worked with the data folder yet. */
  readonly isNew: () => boolean;
  readonly demoServer: LocalServer;
  readonly recordings?: RecordedConnections;
  readonly requestLog: RequestLog;
  readonly scrubber: Scrubber;
  readonly environment?: () => Readonly<Record<string, string | undefined>>;
  readonly times?: typeof healthTimes;
  /** Where `documents` are copies: opens the stored credentials. */
  readonly withStoredCredentials?: WithStoredCredentials;
  readonly newConnectionId?: () => string;
}

/**
 * Milliseconds. `interactive`: limit of a check that a person waits for; `background`: limit of other checks, so that
 * a frozen server is noticed within 15 s; `recheck`: intervals of checks.
 */
export const healthTimes = { interactive: 12_000, background: 8_000, recheck: recheckIntervals };

function streamModesOf({ streamModes, members }: GraphClient['refusedRunOptions']): Capability {
  const refused = [...streamModes, ...members];
  const reason =
    refused.length === 0
      ? null
      : `This server refuses ${refused.join(', ')}. Runs are started without ${refused.length === 1 ? 'it' : 'them'}.`;
  return { available: refused.length === 0, reason, source: 'answer' };
}

const filterCapabilities = {
  assistants: 'assistantFilters',
  runs: 'runFilters',
  crons: 'cronFilters',
  store: 'storeFilters',
} as const;

const plainAccess = {
  key: null,
  headers: {},
  credential: null,
  trust: { caText: null, insecure: false },
  headersMs: null,
};

/** Starts reading the stored list at once; every call awaits it. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { platform, documents, isNew, demoServer, requestLog, scrubber, times = healthTimes } = options;
  const recordings = options.recordings ?? noRecordings;
  const onBug = createBugReporter(platform.log);
  const secretsOptions = {
    vault: platform.vault,
    scrubber,
    onDelayedResult(connectionId: string) {
      recheck(connectionId).catch((error: unknown) => onBug('a late answer of the key store', error));
    },
  };
  const secrets = createSecretStore(secretsOptions);
  const envImport = createEnvImport({ environment: options.environment ?? (() => process.env), scrubber });
  const opened = documents.open(connectionsDocument).then(async (document) => {
    const credentialsFile = await documents.open(credentialsDocument);
    await recordings.load();
    const credentials = createCredentials({
      platform,
      document: credentialsFile,
      withStoredCredentials: options.withStoredCredentials ?? null,
      // A store of its own: `retain` of the other one would drop the secrets that are kept in memory.
      secrets: createSecretStore(secretsOptions),
      scrubber,
      onChange: () => {
        saved = list.views();
        feed.changed();
      },
    });
    const list = createConnectionStore({
      document,
      secrets,
      credentials,
      scrubber,
      newId: options.newConnectionId ?? randomUUID,
    });
    const notices = [document.notice, credentialsFile.notice].filter((text) => text !== null);
    return { list, credentials, notice: notices.length === 0 ? null : notices.join(' ') };
  });

  const accessOf = async (id: string): Promise<ServerAccess> => {
    if (recordings.has(id)) return { ...plainAccess, url: recordings.url };
    if (id !== demoConnectionId) return (await opened).list.access(id);
    const { url, token } = await demoServer.access();
    scrubber.add(token);
    return { ...plainAccess, url, headers: { authorization: `Bearer ${token}` } };
  };
  const learned = createLearnedCapabilities(() => feed.changed());
  const pool = createClientPool({
    platform,
    scrubber,
    requestLog,
    accessOf,
    localFetch: (id) => recordings.fetch(id),
    onOutcome: (id, answered) => health.reportOutcome(id, answered),
    onSlow: (id) => health.reportSlowRequest(id),
    onBytes: (id) => health.recordResponse(id),
    onRequest: (id, event, client) => {
      learned.observe(id, event);
      for (const list of client.ignoredFilters) {
        const name = filterCapabilities[list];
        learned.set(id, name, knownCapability(name, false, 'answer'));
      }
      const isStart = event.phase === 'answer' && event.status === 200 && event.path.includes('/runs/stream');
      if (!isStart) return;
      learned.set(id, 'streamModes', streamModesOf(client.refusedRunOptions));
      if (client.refusedRunOptions.members.includes('stream_resumable'))
        learned.set(id, 'resumption', knownCapability('resumption', false, 'answer'));
    },
  });

  const checks = createServerChecks({
    pool,
    requestLog,
    recordings,
    times,
    scrub: scrubber.scrub,
    log: platform.log,
  });

  const returns = new Set<(connectionId: string) => void>();
  let saved: readonly Connection[] = [];
  let notice: string | null = null;
  const ids = (): string[] => [
    demoConnectionId,
    ...recordings.list().map(({ id }) => id),
    ...saved.map(({ id }) => id),
  ];
  const health = createHealthMonitor({
    recheckMs: times.recheck,
    ids,
    runCheck: async (id, byItself, signal) => {
      const waiting = id === demoConnectionId ? demoHealth(demoServer.status()) : null;
      const findings = waiting ?? (await checks.check(id, byItself, signal));
      const { server } = findings;
      if (server) learned.keepFor(id, versionOf(server));
      // The check may have unlocked a key.
      saved = (await opened).list.views();
      return findings;
    },
    onChange: () => feed.changed(),
    onBug: (error) => onBug('checking a server', error),
    onReconnected: (id) => {
      for (const listener of returns) listener(id);
    },
  });
  const capabilitiesOf = (connectionId: string): Capabilities => {
    const described = health.get(connectionId).server?.capabilities ?? unreportedCapabilities;
    return recordings.has(connectionId) ? described : learned.merge(connectionId, described);
  };
  const withLearned = (before: ConnectionHealth): ConnectionHealth => {
    const { server, connectionId } = before;
    if (server === null) return before;
    return { ...before, server: { ...server, capabilities: capabilitiesOf(connectionId) } };
  };
  const snapshot = (): ConnectionsSnapshot => ({
    connections: [toDemoConnection(demoServer.status()), ...recordings.list(), ...saved],
    health: ids().map((id) => withLearned(health.get(id))),
    ...(notice === null ? {} : { notice }),
  });
  const feed = createSnapshotPublisher({
    snapshot,
    minIntervalMs: 50,
    onWatched: (now) => health.setWatched(now),
  });
  const refresh = async (): Promise<void> => {
    const { list, notice: loadNotice } = await opened;
    saved = list.views();
    notice = loadNotice;
  };

  // A late answer of the key store makes this server's health stale.
  const recheck = async (connectionId: string): Promise<void> => {
    await refresh();
    if (ids().includes(connectionId)) health.reset(connectionId);
    feed.changed();
  };

  const checked = new Set<string>();
  recordings.onChange(() => {
    for (const { id } of recordings.list()) {
      if (!checked.has(id)) health.reset(id);
      checked.add(id);
    }
    feed.changed();
  });

  const forgetStatus = demoServer.onStatus((status) => {
    const waiting = demoHealth(status);
    if (waiting) health.set(demoConnectionId, waiting);
    else health.reset(demoConnectionId);
    feed.changed();
  });

  return {
    calls: {
      'app.info': async () => ({
        version: platform.version,
        host: platform.host,
        platform: platform.os,
        isNew: isNew(),
        secretStorage: platform.vault.describe(),
      }),
      'app.secretStorage': () => secrets.storage(),
      'app.openLink': async ({ url }) => {
        await platform.openExternal(safeLink(url));
        return {};
      },
      'connections.save': async (draft) => {
        if (draft.id === demoConnectionId) throw demoConnectionIsReadOnly();
        if (draft.id !== null && recordings.has(draft.id)) throw recordingIsReadOnly();
        const { list } = await opened;
        const connection = await list.save(envImport.resolve(draft));
        await refresh();
        pool.drop(connection.id);
        learned.forget(connection.id);
        health.reset(connection.id);
        feed.changed();
        return connection;
      },
      'connections.duplicate': async ({ connectionId }) => {
        if (connectionId === demoConnectionId) throw demoConnectionIsReadOnly();
        if (recordings.has(connectionId)) throw recordingIsReadOnly();
        const connection = await (await opened).list.duplicate(connectionId);
        await refresh();
        health.reset(connection.id);
        feed.changed();
        return connection;
      },
      'connections.reorder': async ({ connectionIds, group }) => {
        await (await opened).list.reorder(connectionIds, group);
        await refresh();
        feed.changed();
        return {};
      },
      'connections.remove': async ({ connectionId }) => {
        if (connectionId === demoConnectionId) throw demoConnectionIsReadOnly();
        const { list } = await opened;
        if (recordings.has(connectionId)) await recordings.close(connectionId);
        else await list.remove(connectionId);
        await refresh();
        pool.drop(connectionId);
        health.remove(connectionId);
        learned.forget(connectionId);
        feed.changed();
        return {};
      },
      'connections.findLocal': async (_input, signal) => [...(await findLocalServers(signal))],
      'connections.readEnv': async ({ text }) => envImport.find(text),
      'connections.test': async (draft, signal) => {
        if (draft.id === demoConnectionId) throw demoConnectionIsReadOnly();
        return checks.test(
          draft.id ?? 'new',
          await (await opened).list.draftAccess(envImport.resolve(draft)),
          signal,
        );
      },
      'connections.signOut': async ({ connectionId }, signal) => {
        const { list, credentials } = await opened;
        await credentials.signOut(list.credentialOwner(connectionId), signal);
        await refresh();
        health.reset(connectionId);
        return {};
      },
      'connections.check': async ({ connectionId }) => {
        await opened.then(refresh);
        if (!ids().includes(connectionId)) throw connectionNotFound();
        learned.retry(connectionId);
        return withLearned(await health.check(connectionId));
      },
      'connections.facts': ({ connectionId }, signal) => checks.facts(connectionId, signal),
      'connections.exposedAgents': ({ connectionId, protocol }, signal) =>
        checks.exposedAgents(connectionId, protocol, signal),
      'connections.tryAgent': ({ connectionId, ...trial }, signal) =>
        checks.tryAgent(connectionId, trial, signal),
    },
    streams: {
      async *'connections.watch'(_input, signal) {
        await opened.then(refresh);
        yield* feed.watch(signal);
      },
      async *'connections.signIn'({ connectionId }, signal) {
        const { list, credentials } = await opened;
        for await (const step of credentials.signIn(list.credentialOwner(connectionId), signal)) {
          if (step.step === 'done') {
            await refresh();
            health.reset(connectionId);
          }
          yield step;
        }
      },
    },
    productionName: async (id) => (await opened).list.productionName(id),
    pooled: (id) => pool.get(id),
    saved: async () => (await opened).list.views(),
    async describe(id) {
      const all = [
        toDemoConnection(demoServer.status()),
        ...recordings.list(),
        ...(await opened).list.views(),
      ];
      const connection = all.find((view) => view.id === id);
      if (!connection) throw connectionNotFound();
      const { name, url, recording } = connection;
      return recording ? { name: recording.serverName, url: recording.serverUrl } : { name, url };
    },
    nameOf: async (id) =>
      [...recordings.list(), ...(await opened).list.views()].find((view) => view.id === id)?.name ?? null,
    guardByCapabilities: (calls) =>
      guardByCapabilities(calls, {
        capabilitiesOf,
        suspectedThings: learned.suspectedThings,
        client: async (id) => (await pool.get(id)).client,
      }),
    onReconnected(listener) {
      returns.add(listener);
      return () => {
        returns.delete(listener);
      };
    },
    clients: {
      get: async (id) => (await pool.get(id)).client,
      capabilities: capabilitiesOf,
      noteCapability: (id, name, available) =>
        learned.set(id, name, knownCapability(name, available, 'answer')),
      clockSkewMs: (id) => pool.current(id)?.transport.networkPath().skewMs ?? null,
    },
    stop() {
      forgetStatus();
      health.stop();
    },
    async close() {
      await Promise.all([pool.close(), opened.then(({ credentials }) => credentials.close())]);
    },
  };
}
