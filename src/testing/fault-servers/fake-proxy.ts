import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** `mute`: accepts connections and never responds. */
export interface ProxyRules {
  /** Every requested host resolves to this port of 127.0.0.1. */
  readonly port: number;
  /** Required as `name:password`; without it the response is 407. */
  readonly password?: string;
  /** Responds with this status instead of forwarding. */
  readonly refuse?: number;
  readonly mute?: boolean;
}

/** An HTTP proxy that records its traffic. */
export interface FakeProxy {
  readonly url: string;
  /** `CONNECT host:port`, or a method with an absolute URL. */
  readonly requestedTargets: string[];
  /** Every byte that clients sent, tunnels included, as latin1. */
  seen(): string;
  stop(): Promise<void>;
}

export async function startFakeProxy(rules: ProxyRules): Promise<FakeProxy> {
  const requestedTargets: string[] = [];
  const sockets = new Set<Socket>();
  let bytes = '';
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };

  const server = createServer((incoming, response) => {
    requestedTargets.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    if (rules.mute === true) return;
    const status = refusal(incoming, rules);
    if (status !== null) return void response.writeHead(status).end('no');
    const { pathname, search } = new URL(incoming.url ?? '');
    const { port } = rules;
    const { method = 'GET' } = incoming;
    // The proxy's own header is not forwarded.
    const { 'proxy-authorization': _ours, ...headers } = incoming.headers;
    const onward = httpRequest({ host: '127.0.0.1', port, method, headers, path: pathname + search });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    track(socket);
    socket.on('data', (part: Buffer) => (bytes += part.toString('latin1')));
  });
  server.on('connect', (incoming, socket: Socket, head) => {
    requestedTargets.push(`CONNECT ${incoming.url ?? ''}`);
    if (rules.mute === true) return;
    const status = refusal(incoming, rules);
    if (status !== null) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const onward = connect(rules.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    track(onward);
    onward.on('close', () => socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedTargets,
    seen: () => bytes,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function refusal(incoming: IncomingMessage, { password, refuse }: ProxyRules): number | null {
  if (refuse !== undefined) return refuse;
  if (password === undefined) return null;
  const credentials = `Basic ${Buffer.from(password).toString('base64')}`;
  return incoming.headers['proxy-authorization'] === credentials ? null : 407;
}
