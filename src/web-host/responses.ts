import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Sent with every response, whatever its path and status. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

// Sends a response. All of the host's go through here, so that none lacks the security headers.
export function sendResponse(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): void {
  response.writeHead(status, {
    ...securityHeaders,
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Sends one plain sentence and closes the connection without reading the rest of the request. */
export function sendText(response: ServerResponse, status: number, sentence: string): void {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  };
  sendResponse(response, status, headers, `${sentence}\n`);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  sendResponse(response, status, headers, JSON.stringify(value));
}

/** Responds on a connection without a response object: an upgrade, or an invalid request. */
export function sendRawResponse(socket: Duplex, status: number, sentence: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = `${sentence}\n`;
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  socket.once('finish', () => socket.destroy());
}
