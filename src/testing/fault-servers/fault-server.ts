import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';

export interface FaultRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Ends the connection after this many bytes of the response, including its head. */
export interface Cut {
  readonly afterBytes: number;
  /** `rst` resets the connection; `fin` closes it cleanly, but too early. */
  readonly kind: 'rst' | 'fin';
}

/** A response, byte for byte. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
  /** Chunks of a chunked body. */
  readonly chunks?: readonly (string | Uint8Array)[];
  readonly cut?: Cut;
  /** After the chunks, the response is neither ended nor closed. */
  readonly stall?: boolean;
}

/** `hang`: never responds; `reset`: resets the connection instead. */
export type FaultResponse = 'hang' | 'reset' | ScriptedResponse;

/** A server with scripted responses and faults, which records its requests. */
export interface FaultServer {
  readonly url: string;
  readonly port: number;
  readonly requests: FaultRequest[];
  stop(): Promise<void>;
}

/** The address, and the certificate for TLS. */
export interface ListenOptions {
  /** Defaults to 127.0.0.1. */
  readonly host?: '127.0.0.1' | '::1';
  readonly port?: number;
  readonly tls?: TlsOptions;
}

/** Listens on a free loopback port. A response may be a promise, to delay it. */
export async function startFaultServer(
  answer: (request: FaultRequest) => FaultResponse | Promise<FaultResponse>,
  { host = '127.0.0.1', port: requestedPort = 0, tls }: ListenOptions = {},
): Promise<FaultServer> {
  const requests: FaultRequest[] = [];
  const sockets = new Set<Socket>();
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    void serve(incoming, response, requests, answer);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  // A client of a busy process may use a connection again just when the server ends it as idle.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(requestedPort, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const url = `${tls ? 'https' : 'http'}://${host === '::1' ? '[::1]' : host}:${port}`;
  return { url, port, requests, stop };
}

/** Length of a response on the wire: the positions where it can be cut. */
export function responseLength(answer: ScriptedResponse): number {
  return wireBytes(answer).length;
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  requests: FaultRequest[],
  answer: (request: FaultRequest) => FaultResponse | Promise<FaultResponse>,
): Promise<void> {
  const { socket } = incoming;
  const pieces: Buffer[] = [];
  try {
    for await (const piece of incoming) pieces.push(piece);
  } catch {
    return;
  }
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const request = {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(pieces).toString('utf8'),
  };
  requests.push(request);
  const faultResponse = await answer(request);
  if (faultResponse === 'hang' || socket.destroyed) return;
  if (faultResponse === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  if (!faultResponse.cut && faultResponse.stall !== true) {
    sendWhole(response, faultResponse);
    return;
  }
  // The response is written manually, so that it can be cut anywhere; the response object only has to release
  // the socket.
  response.detachSocket(socket);
  const bytes = wireBytes(faultResponse);
  if (!faultResponse.cut) {
    socket.write(bytes);
    return;
  }
  const { kind, afterBytes } = faultResponse.cut;
  await new Promise<void>((resolve) => {
    socket.write(bytes.subarray(0, afterBytes), () => resolve());
  });
  if (kind === 'rst') socket.resetAndDestroy();
  else socket.end();
}

function sendWhole(
  response: ServerResponse,
  { status = 200, headers = {}, json, body, chunks }: ScriptedResponse,
): void {
  const isJson = json !== undefined;
  response.writeHead(status, { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers });
  for (const chunk of chunks ?? []) response.write(chunk);
  if (chunks) response.end();
  else response.end(isJson ? JSON.stringify(json) : (body ?? ''));
}

function wireBytes(answer: ScriptedResponse): Buffer {
  const { status = 200, headers = {}, json, body, chunks, stall } = answer;
  const content = json === undefined ? Buffer.from(body ?? '') : Buffer.from(JSON.stringify(json));
  const lengths = chunks ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(content.length) };
  const all = {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(status === 204 ? {} : lengths),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`HTTP/1.1 ${status} Told\r\n${lines.join('')}\r\n`);
  if (!chunks) return Buffer.concat([head, content]);
  const framed = chunks.map((chunk) => {
    const data = Buffer.from(chunk);
    return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
  });
  return Buffer.concat([head, ...framed, Buffer.from(stall === true ? '' : '0\r\n\r\n')]);
}
