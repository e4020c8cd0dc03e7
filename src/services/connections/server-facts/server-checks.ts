import { abortAfter, GraphClient } from 'remote-graph-client/client';
import type { AppError } from '../../../shared/app-error.ts';
import type { ConnectionHealth, ServerInfo } from '../../../shared/model/connection.ts';
import type {
  AgentAnswer,
  AgentProtocol,
  AgentTrial,
  ExposedAgents,
  ServerFacts,
} from '../../../shared/model/server-facts.ts';
import type { Platform } from '../../common/platform.ts';
import { asAppError } from '../../common/server-errors.ts';
import type { RequestLog } from '../../logging/create-request-log.ts';
import type { HttpTransport } from '../../network/http-transport.ts';
import { clientSettings, type ClientPool, type PooledClient } from '../client-pool.ts';
import type { ServerAccess } from '../connection-store.ts';
import { readExposedAgents } from './exposed-agents.ts';
import { tryAgent } from './try-agent.ts';
import { maxDescriptionBytes, readServerFacts } from './read-facts.ts';
import type { RecordedConnections } from '../recorded-connections.ts';
import { testKeyHeaders } from './key-headers.ts';
import { checkServer, failedHealth, type HealthResult } from './health-check.ts';
import { versionOf } from './server-info.ts';
import { readServerRoutes, type ServerRoutes } from './server-routes.ts';

// The answer comes when the run has ended.
const trialMs = 300_000;

interface ServerChecks {
  // `byItself`: no person waits for it. Never rejects: the result says what is wrong.
  check(id: string, byItself: boolean, signal: AbortSignal): Promise<HealthResult>;
  // Checks an access that is not saved. Never rejects for a bad server.
  test(id: string, access: ServerAccess, signal: AbortSignal): Promise<ConnectionHealth>;
  // Throws `AppError` if the server can't be read.
  facts(id: string, signal: AbortSignal): Promise<ServerFacts>;
  // Throws `AppError` if the server has no such protocol.
  exposedAgents(id: string, protocol: AgentProtocol, signal: AbortSignal): Promise<ExposedAgents>;
  // Starts a run, and waits for it. Throws `AppError`.
  tryAgent(id: string, trial: AgentTrial, signal: AbortSignal): Promise<AgentAnswer>;
}

interface ServerChecksOptions {
  readonly pool: ClientPool;
  readonly requestLog: RequestLog;
  readonly recordings: Pick<RecordedConnections, 'has' | 'toServerInfo'>;
  // Limits in milliseconds: `interactive` of checks that a person waits for, `background` of the others.
  readonly times: { readonly interactive: number; readonly background: number };
  readonly scrub: (text: string) => string;
  readonly log: Platform['log'];
}

export function createServerChecks(options: ServerChecksOptions): ServerChecks {
  const { pool, requestLog, recordings, times, scrub, log } = options;
  // A server's route description is large and constant, so it is read once per transport and version.
  const routes = new WeakMap<
    HttpTransport,
    { readonly version: string; readonly routes: ServerRoutes | null }
  >();
  const routesOnce =
    (transport: HttpTransport) =>
    async (
      client: GraphClient,
      call: Parameters<typeof readServerRoutes>[1],
      info: ServerInfo,
    ): Promise<ServerRoutes | null> => {
      const version = versionOf(info);
      const cachedRoutes = routes.get(transport);
      if (cachedRoutes?.version === version) return cachedRoutes.routes;
      const read = await readServerRoutes(client, call);
      routes.set(transport, { version, routes: read });
      return read;
    };
  // `logged: null`: a background check, twice a minute, would push everything else out of the request log.
  const inspect = async (
    { access, transport }: Omit<PooledClient, 'client'>,
    logged: { readonly id: string; readonly purpose: string } | null,
    signal: AbortSignal,
  ): Promise<HealthResult> => {
    // Obtained before the time limit of the check begins: a command may take a while, and must not look like a silent
    // server.
    await access.credential?.headers(signal);
    const observer = logged === null ? {} : requestLog.observer(logged.id);
    // A check reports the current state; retries are the monitor's job.
    const client = new GraphClient({ ...clientSettings(access, transport), retries: 0, ...observer });
    const findings = await checkServer(
      client,
      { url: access.url, scrub },
      logged?.purpose ?? 'connections.check',
      signal,
      routesOnce(transport),
      logged === null ? times.background : times.interactive,
    );
    return { ...findings, networkPath: transport.networkPath() };
  };
  const reported = (cause: unknown): AppError => {
    const error = asAppError(cause, { scrub });
    if (error.code === 'internal') log('error', `connections: ${String(error.cause)}`);
    return error;
  };
  // Reads with a client that takes no more than a description's bytes, in the time of a check.
  const reading = async <T>(
    id: string,
    signal: AbortSignal,
    read: (
      client: GraphClient,
      server: { readonly url: string; readonly pageLimit: number | null },
      signal: AbortSignal,
    ) => Promise<T>,
    limitMs = times.interactive,
  ): Promise<T> => {
    const { access, transport, client: pooledClient } = await pool.get(id);
    const client = new GraphClient({
      ...clientSettings(access, transport),
      ...requestLog.observer(id),
      retries: 0,
      maxAnswerBytes: maxDescriptionBytes,
      ...(limitMs > times.interactive ? { timeouts: { headersMs: limitMs, totalMs: limitMs } } : {}),
    });
    const server = { url: access.url, pageLimit: pooledClient.pageLimit };
    try {
      return await read(client, server, abortAfter(limitMs, signal));
    } catch (error) {
      throw asAppError(error, { url: access.url, scrub });
    }
  };

  return {
    async check(id, byItself, signal) {
      try {
        const isRecording = recordings.has(id);
        const logged = byItself || isRecording ? null : { id, purpose: 'connections.check' };
        const findings = await inspect(await pool.get(id), logged, signal);
        const { server } = findings;
        return isRecording && server ? { ...findings, server: recordings.toServerInfo(server) } : findings;
      } catch (error) {
        return failedHealth(reported(error), null);
      }
    },
    async test(id, access, signal) {
      const transport = pool.borrow(access);
      try {
        const findings = await inspect({ access, transport }, { id, purpose: 'connections.test' }, signal);
        const isAnswered =
          findings.state === 'connected' || findings.problem?.details['status'] !== undefined;
        const limit = abortAfter(times.interactive, signal);
        const keyHeaders = isAnswered ? await testKeyHeaders(access, transport, limit) : null;
        return { connectionId: id, ...findings, ...(keyHeaders === null ? {} : { keyHeaders }) };
      } catch (error) {
        return { connectionId: id, ...failedHealth(reported(error), null) };
      } finally {
        pool.release(transport);
      }
    },
    facts: (id, signal) =>
      reading(id, signal, (client, { url, pageLimit }, limit) =>
        readServerFacts(client, url, pageLimit, limit),
      ),
    exposedAgents: (id, protocol, signal) =>
      reading(id, signal, (client, _server, limit) => readExposedAgents(client, protocol, limit)),
    tryAgent: (id, trial, signal) =>
      reading(id, signal, (client, _server, limit) => tryAgent(client, trial, limit), trialMs),
  };
}
