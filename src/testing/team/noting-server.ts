import { createServer, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SharedServer } from '../shared-server.ts';

interface NotedRequest {
  readonly method: string;
  readonly path: string;
  /** What came as `x-api-key`. */
  readonly key: string | null;
}

/** A server in front of a real one, which notes the key of each request. */
export interface NotingServer extends AsyncDisposable {
  readonly url: string;
  /** The requests since it was last asked. */
  take(): readonly NotedRequest[];
  /** Whether a request still waits for the end of its response. */
  isBusy(): boolean;
}

export async function startNotingServer({ url, token }: SharedServer): Promise<NotingServer> {
  const requests: NotedRequest[] = [];
  let openRequests = 0;
  const server = createServer((request, response) => {
    const { 'x-api-key': key, host: _host, ...headers } = request.headers;
    const { method = '', url: path = '' } = request;
    requests.push({ method, path, key: typeof key === 'string' ? key : null });
    const upstream = sendOn(new URL(path, url), {
      method,
      headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    openRequests += 1;
    response.on('close', () => {
      openRequests -= 1;
      upstream.destroy();
    });
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => requests.splice(0),
    isBusy: () => openRequests > 0,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
