import { createServer, request as forward, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ProxiedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Of its body, what has arrived. */
  body(): string;
}

export interface RecordingProxy {
  readonly url: string;
  readonly requests: readonly ProxiedRequest[];
  /** Requests with unfinished responses: `POST /threads/.../runs/stream`. */
  open(): readonly string[];
  stop(): Promise<void>;
}

/** What to do instead of forwarding: never respond, refuse with this status, or forward and answer in place of the server. */
export type BlockedRequest =
  | { readonly replaced: { readonly status: number; readonly body: string; readonly type?: string } }
  | 'hang'
  | { readonly status: number; readonly body?: string }
  | undefined;

/** Forwards all requests to `target` with unchanged bytes and timing, except those blocked by `hold`. */
export async function startRecordingProxy(
  target: string,
  block: (request: ProxiedRequest) => BlockedRequest = () => undefined,
): Promise<RecordingProxy> {
  const requests: ProxiedRequest[] = [];
  const open = new Map<ServerResponse, string>();
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    const recorded = { method, path, headers, body: () => Buffer.concat(chunks).toString() };
    requests.push(recorded);
    open.set(response, `${method} ${path}`);
    response.once('close', () => open.delete(response));
    const blockedRequest = block(recorded);
    if (blockedRequest === 'hang') return;
    const replaced = blockedRequest && 'replaced' in blockedRequest ? blockedRequest.replaced : null;
    if (blockedRequest && !('replaced' in blockedRequest)) {
      const { status, body = '{"detail":"held"}' } = blockedRequest;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return;
    }
    const onward = forward(new URL(path, target), { method, headers }, (answer) => {
      if (replaced !== null && (answer.statusCode ?? 502) < 300) {
        answer.resume().on('end', () => {
          const { status, body: text, type = 'application/json' } = replaced;
          response
            .writeHead(status, status === 204 ? {} : { 'content-type': type })
            .end(status === 204 ? '' : text);
        });
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  // A client of a busy process may use a connection again just when the server ends it as idle.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    open: () => [...open.values()],
    stop: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
