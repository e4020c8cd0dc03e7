import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  type ServerOptions,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { linkQuery, parseLinkQuery } from '../shared/model/studio-link.ts';
import { parseMessage } from '../shared/rpc/messages.ts';
import { sendResponse, sendJson, sendRawResponse, sendText } from './responses.ts';
import { guardRequest, type AllowedAccess } from './request-guard.ts';
import type { EvictingSet } from './evicting-set.ts';
import type { Sessions } from './sessions.ts';
import type { SocketServer } from './socket-server.ts';
import type { StaticFiles } from './static-files.ts';
import type { AuthThrottle } from './auth-throttle.ts';
import type { Identity, IdentityRefusal, IdentityVerdict } from './team/token-verifier.ts';

export type FallbackRoute = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface HttpServerOptions {
  readonly files: StaticFiles;
  readonly sessions: Sessions;
  readonly guesses: AuthThrottle;
  readonly sockets: SocketServer;
  // Every connection until its socket shows a token.
  readonly strangers: EvictingSet<Duplex>;
  // Evaluated per request, because the port is known only once the server listens.
  readonly access: () => AllowedAccess;
  readonly fallback?: FallbackRoute | undefined;
  // In a studio for a team, says who sent a request; every request is checked. Omitted in a studio of one person.
  readonly identify?: ((request: IncomingMessage) => Promise<IdentityVerdict>) | undefined;
  readonly onBug: (where: string, error: unknown) => void;
}

// A window of a member of a team has no code.
const CodeMessage = z.strictObject({
  code: z.string().max(256).optional(),
  token: z.string().max(256).optional(),
});
const maxCodeBytes = 1024;

export const httpServerOptions: ServerOptions = {
  // Slow requests are ended early. Node's own limits are minutes.
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 500,
  maxHeaderSize: 16 * 1024,
  // The guard handles a missing Host.
  requireHostHeader: false,
};

// The whole HTTP surface: static files, a redirect to them, one exchange, one upgrade. Everything passes
// `guardRequest` first.
export function createHttpServer(options: HttpServerOptions): Server {
  // Beside the token, proxies send cookies that hold it once more.
  const maxHeaderSize = (options.identify ? 4 : 1) * (httpServerOptions.maxHeaderSize ?? 0);
  const server = createServer({ ...httpServerOptions, maxHeaderSize });
  server.on('connection', (connection) => {
    options.strangers.add(connection);
    connection.once('close', () => options.strangers.delete(connection));
  });
  server.on('request', (request, response) => {
    route(request, response, options).catch((error: unknown) => {
      options.onBug(`${request.method ?? ''} request`, error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'Internal error.');
    });
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const refusal = judgeRequest(request, true, options);
    if (refusal) return sendRawResponse(socket, refusal.status, refusal.sentence);
    if (request.url !== '/socket') return sendRawResponse(socket, 404, 'Not found.');
    identify(request, options).then(
      (identified) => {
        if ('refusal' in identified)
          return sendRawResponse(socket, identified.refusal.status, identified.refusal.sentence);
        options.sockets.upgrade(request, socket, head, identified.identity);
      },
      (error: unknown) => {
        options.onBug('upgrade', error);
        socket.destroy();
      },
    );
  });
  server.on('clientError', refuseInvalid);
  // For "Expect: 100-continue": bodies are too small here to ask first.
  server.on('checkContinue', (_request, response) => sendText(response, 417, 'The request took too long.'));
  return server;
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpServerOptions,
): Promise<void> {
  const refusal = judgeRequest(request, false, options);
  if (refusal) return sendText(response, refusal.status, refusal.sentence);
  const identified = await identify(request, options);
  if ('refusal' in identified)
    return sendText(response, identified.refusal.status, identified.refusal.sentence);
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (path === '/session') return openSession(request, response, options, identified.identity);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendText(response, 405, 'Only GET and HEAD are allowed.');
  }
  if (path === '/studio' || path === '/studio/') return redirectLink(request, response);
  const file = options.files.find(path);
  if (file) return sendResponse(response, 200, file.headers, file.body);
  if (options.fallback) return options.fallback(request, response);
  sendText(response, 404, 'Not found.');
}

// `langgraph dev --studio-url` opens this path with the server's address. The page reads it from its own
// address, and only prefills a form with it.
function redirectLink(request: IncomingMessage, response: ServerResponse): void {
  const link = parseLinkQuery((request.url ?? '').split('?').slice(1).join('?'));
  sendResponse(response, 302, { location: link === null ? '/' : `/?${linkQuery(link)}` }, '');
}

// `identity: null`: a studio of one person.
async function identify(
  request: IncomingMessage,
  options: HttpServerOptions,
): Promise<{ readonly identity: Identity | null } | { readonly refusal: IdentityRefusal }> {
  return (await options.identify?.(request)) ?? { identity: null };
}

async function openSession(
  request: IncomingMessage,
  response: ServerResponse,
  { sessions, guesses }: HttpServerOptions,
  identity: Identity | null,
): Promise<void> {
  if (request.method !== 'POST') return sendText(response, 405, 'Send a one-time code with POST.');
  const body = await readRequestBody(request, maxCodeBytes).catch(() => undefined);
  if (body === undefined) {
    response.destroy();
    return;
  }
  if (body === null) return sendText(response, 413, 'The one-time code is too long.');
  const message = parseMessage(CodeMessage, body);
  // The window need not keep a code for its next connection, and says why when the sign-in has ended meanwhile.
  if (message && identity !== null)
    return sendJson(response, 200, { ...sessions.openFor(identity.owner, message.token), signedIn: true });
  const secrets = message?.code === undefined ? null : sessions.exchange(message.code, message.token);
  if (secrets !== null) return sendJson(response, 200, secrets);
  await guesses.wait();
  // Does not reveal whether the code was wrong, used or expired.
  sendText(response, 401, 'The one-time code is invalid or has expired.');
}

function judgeRequest(request: IncomingMessage, upgrade: boolean, options: HttpServerOptions) {
  const { method = '', url: target = '', rawHeaders } = request;
  return guardRequest({ method, target, rawHeaders, upgrade }, options.access());
}

/** Answers what Node can't read as a request: broken, too long or too slow. */
export function refuseInvalid(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  sendRawResponse(socket, statusOf(error.code), 'Invalid request.');
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** Reads a body of at most `maxBytes`; `null` as soon as it exceeds that. Rejects if it breaks off. */
export function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        request.pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The request was interrupted.')));
  });
}
