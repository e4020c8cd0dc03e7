import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { allowedHosts, guardReadRequest } from '../../web-host/request-guard.ts';
import { httpServerOptions, readRequestBody, refuseInvalid } from '../../web-host/http-server.ts';
import { securityHeaders, sendRawResponse, sendText } from '../../web-host/responses.ts';
import { listen } from '../../web-host/listen.ts';

const address = '127.0.0.1';

const maxBodyBytes = 2 ** 20;

const maxConnections = 256;

export interface ServedRecording {
  readonly url: string;
  // Also ends what is being sent.
  stop(): Promise<void>;
}

/**
 * Serves a recorded server to clients on this machine, without CORS and without a token: every program of this machine can
 * read it. `port`: 0 for any. `onBug`: gets what no request should cause. Throws `AppError` (`conflict`) if the port is
 * taken.
 */
export async function serveRecording(
  recorded: typeof fetch,
  port: number,
  onBug: (error: unknown) => void,
): Promise<ServedRecording> {
  let hosts: ReadonlySet<string> = new Set();
  const server = createServer(httpServerOptions);
  server.maxConnections = maxConnections;
  server.on('request', (request, response) => {
    answer(recorded, hosts, request, response).catch((error: unknown) => {
      // Whoever reads may leave at any time.
      if (response.destroyed || request.destroyed) return;
      onBug(error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'Internal error.');
    });
  });
  server.on('upgrade', (_request, socket) => sendRawResponse(socket, 404, 'Not found.'));
  server.on('checkContinue', (_request, response) => sendText(response, 417, 'The request took too long.'));
  server.on('clientError', refuseInvalid);
  const { port: boundPort } = await listen(server, address, port);
  hosts = allowedHosts(boundPort, address);
  return {
    url: `http://${address}:${boundPort}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  recorded: typeof fetch,
  hosts: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url: target = '', rawHeaders, headers } = request;
  const refusal = guardReadRequest({ method, target, rawHeaders, upgrade: false }, hosts);
  if (refusal) return sendText(response, refusal.status, refusal.sentence);
  const url = `http://${address}${target}`;
  if (!URL.canParse(url)) return sendText(response, 400, 'Invalid request.');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await readRequestBody(request, maxBodyBytes) : '';
  if (body === null) return sendText(response, 413, 'The request is too long.');
  const lastEventId = headers['last-event-id'];
  const answered = await recorded(url, {
    method,
    ...(body === '' ? {} : { body }),
    headers: typeof lastEventId === 'string' ? { 'last-event-id': lastEventId } : {},
  });
  response.writeHead(answered.status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    ...Object.fromEntries(answered.headers),
  });
  if (answered.body === null) {
    response.end();
    return;
  }
  // A chunk at a time: a history may be larger than memory.
  await pipeline(Readable.fromWeb(answered.body as ReadableStream<Uint8Array>), response);
}
