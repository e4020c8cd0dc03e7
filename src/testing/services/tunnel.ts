import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local stand-in for a tunnel: an HTTP proxy with an address of its own in front of one port. */
export interface Tunnel {
  /** Base URL, as a tunnel program would print it. */
  readonly url: string;
  /** Hosts and paths of the requests that came through. */
  readonly passed: readonly string[];
  close(): Promise<void>;
}

export interface TunnelOptions {
  /** The Host header that it sends on; the one that it got by default. */
  readonly host?: string;
  /** Changes the path of each request. */
  readonly path?: (path: string) => string;
  /** Answers instead of forwarding. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Forwards to `port()` on 127.0.0.1, which may change. */
export async function openTunnel(port: () => number, options: TunnelOptions = {}): Promise<Tunnel> {
  const { host, path = (same) => same, answer } = options;
  const passed: string[] = [];
  const server = createServer((incoming, response) => {
    const { url = '', headers, method } = incoming;
    passed.push(`${headers.host ?? ''} ${url}`);
    if (answer) return answer(incoming, response);
    const forwarded = request(
      {
        host: '127.0.0.1',
        port: port(),
        method,
        path: path(url),
        headers: { ...headers, host: host ?? headers.host, 'x-forwarded-for': '203.0.113.7' },
      },
      (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      },
    );
    forwarded.on('error', () => response.writeHead(502).end('tunnel: no listener'));
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    passed,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
