import { createServer, request as sendOn, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A sign-in proxy in front of a studio: it adds a token of the person whose cookie the browser sends, and nothing else. */
export interface SignInProxy extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  /** Who comes with the cookie `user=NAME`; `null` ends their sign-in. */
  signIn(user: string, token: string | null): void;
  /** Where the studio listens. Requests before that are answered with 502. */
  serve(studioPort: number): void;
}

export async function startSignInProxy(header: string): Promise<SignInProxy> {
  const tokens = new Map<string, string>();
  let target: number | null = null;

  const tokenOf = (request: IncomingMessage): string | undefined =>
    tokens.get(/(?:^|; )user=([a-z]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
  const forward = (request: IncomingMessage, token: string) => {
    // A client's own header of this name never gets through.
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => name !== header));
    return sendOn({
      host: '127.0.0.1',
      port: target ?? 0,
      method: request.method,
      path: request.url,
      headers: {
        ...headers,
        [header]: header === 'authorization' ? `Bearer ${token}` : token,
        'x-forwarded-proto': 'https',
      },
    });
  };

  const server = createServer((request, response) => {
    const token = tokenOf(request);
    if (token === undefined) {
      response.writeHead(302, { location: 'https://login.example.com/' }).end();
      return;
    }
    const upstream = forward(request, token);
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.writeHead(502).end());
    request.pipe(upstream);
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const token = tokenOf(request);
    if (token === undefined) {
      socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const upstream = forward(request, token);
    const lines = (answer: IncomingMessage): string => {
      const headers = Array.from({ length: answer.rawHeaders.length / 2 }, (_, index) =>
        answer.rawHeaders.slice(2 * index, 2 * index + 2).join(': '),
      );
      return `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${headers.join('\r\n')}\r\n\r\n`;
    };
    upstream.on('upgrade', (answer, other, rest) => {
      socket.write(lines(answer));
      if (rest.length > 0) socket.write(rest);
      if (head.length > 0) other.write(head);
      socket.pipe(other).pipe(socket);
      socket.once('close', () => other.destroy());
      other.once('close', () => socket.destroy());
      other.on('error', () => socket.destroy());
    });
    upstream.on('response', (answer) => {
      socket.write(lines(answer));
      answer.pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    upstream.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    signIn(user, token) {
      if (token === null) tokens.delete(user);
      else tokens.set(user, token);
    },
    serve: (studioPort) => (target = studioPort),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
