import {
  abortAfter,
  GraphServerError,
  isUnsupportedRoute,
  type GraphClient,
} from 'remote-graph-client/client';
import { AppError } from '../../../shared/app-error.ts';
import { toWireError, type WireError } from '../../../shared/wire-error.ts';
import type { ConnectionHealth, ConnectionState, ServerInfo } from '../../../shared/model/connection.ts';
import { asAppError, type ErrorContext } from '../../common/server-errors.ts';
import { readServerInfo, unknownServer, withAssistants, withRoutes } from './server-info.ts';
import { readServerRoutes } from './server-routes.ts';

// Reads a server's route description; `info` shows whether one that was read before is of the same version.
type RouteReader = (
  client: GraphClient,
  options: Parameters<typeof readServerRoutes>[1],
  info: ServerInfo,
) => ReturnType<typeof readServerRoutes>;

export type HealthResult = Omit<ConnectionHealth, 'connectionId'>;

/**
 * Checks a server: `GET /info`, then the cheapest request that requires the key. Never rejects for a bad server; state
 * and problem say what is wrong. Two requests, because the JavaScript server answers `/info` without a key, and other
 * servers may lack `/info`. A server without assistants is asked for threads. `routesOf` reads the server's own route
 * description.
 */
export async function checkServer(
  client: GraphClient,
  context: ErrorContext,
  purpose: string,
  signal?: AbortSignal,
  routesOf: RouteReader = readServerRoutes,
  limitMs = 12_000,
): Promise<HealthResult> {
  const limit = { signal: abortAfter(limitMs), ms: limitMs };
  const options = { purpose, signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal };
  const info = await timed(() => client.meta.info(options), context, limit);
  const server = info.error === null ? readServerInfo(info.value) : null;
  // A second request would teach nothing and double the wait.
  if (info.error && finalErrors.has(info.error.code)) return failedHealth(info.error, null);

  const assistants = await timed(() => client.assistants.search({ limit: 1 }, options), context, limit);
  const hasAssistants = !isUnsupportedRoute(assistants.error?.cause);
  const search = hasAssistants
    ? assistants
    : await timed(() => client.threads.search({ limit: 1 }, options), context, limit);
  if (search.error) {
    const knowsKeys =
      server !== null || info.error?.code === 'unauthorized' || info.error?.code === 'forbidden';
    return failedHealth(knowsKeys ? search.error : (doubtful(info, search.error) ?? search.error), server);
  }
  if (!Array.isArray(search.value)) return failedHealth(notAServer(), null);
  const latencyMs = Math.min(search.ms, info.error ? search.ms : info.ms);
  const serverInfo = withAssistants(server ?? unknownServer, hasAssistants);
  const routes = await routesOf(client, options, serverInfo);
  return {
    state: 'connected',
    latencyMs,
    server: routes ? withRoutes(serverInfo, routes) : serverInfo,
    problem: null,
  };
}

/** Result for a problem that needs no check, such as an unreadable key. */
export function failedHealth(error: AppError, server: ServerInfo | null): HealthResult {
  return { state: stateOf(error), latencyMs: null, server, problem: toWireError(error) };
}

interface Timed {
  readonly value: unknown;
  readonly error: AppError | null;
  readonly ms: number;
}

const finalErrors = new Set<WireError['code']>([
  'unreachable',
  'timeout',
  'cancelled',
  'internal',
  'invalid-input',
  'secret-locked',
  'credential',
]);

async function timed(
  request: () => Promise<unknown>,
  context: ErrorContext,
  limit: { readonly signal: AbortSignal; readonly ms: number },
): Promise<Timed> {
  const from = performance.now();
  const ms = (): number => Math.max(0, Math.round((performance.now() - from) * 10) / 10);
  try {
    const value = await request();
    return { value, error: null, ms: ms() };
  } catch (error) {
    if (limit.signal.aborted && !(error instanceof AppError))
      return { value: null, error: tooSlow(limit.ms), ms: ms() };
    return { value: null, error: asHealthProblem(error, context), ms: ms() };
  }
}

// Every graph server has these routes, so "not found" means another kind of server, not a missing thing.
function asHealthProblem(cause: unknown, context: ErrorContext): AppError {
  const error = asAppError(cause, context);
  if (!(cause instanceof GraphServerError) || !isUnsupportedRoute(cause)) return error;
  const body = context.scrub ? context.scrub(cause.body) : cause.body;
  return new AppError('not-a-graph-server', notAServerSentence, {
    hint: notAServerHint,
    details: { ...error.details, server: body.trim().slice(0, 200) || error.details['server'] || '' },
    cause,
  });
}

const notAServerSentence = 'This address does not respond like a graph server.';
const notAServerHint =
  'Check the address: another program may be listening there, or the base path may be missing.';

// If `/info` was not a graph server's, a refused second request proves nothing, because any web server may refuse a
// POST with 403. The response to `/info` explains more.
function doubtful(info: Timed, second: AppError): AppError | null {
  if (second.code !== 'unauthorized' && second.code !== 'forbidden') return null;
  return info.error ?? notAServer();
}

const offlineCodes = new Set(['ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN']);

function stateOf({ code, details }: AppError): ConnectionState {
  if (code === 'unreachable' && offlineCodes.has(details['code'] ?? '')) return 'offline';
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
    case 'secret-locked':
    case 'credential':
      return 'needs-key';
    case 'unreachable':
    case 'timeout':
    case 'cancelled':
      return 'unreachable';
    case 'not-a-graph-server':
    case 'protocol':
      return 'wrong-server';
    default:
      return 'failing';
  }
}

function notAServer(): AppError {
  return new AppError('not-a-graph-server', notAServerSentence, { hint: notAServerHint });
}

function tooSlow(limitMs: number): AppError {
  return new AppError('timeout', `The server took longer than ${limitMs / 1000} s to respond.`, {
    hint: 'Check the address, that the server is running, and that no firewall or VPN blocks it.',
  });
}
