import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A graph server's first answers, with the status that `answer` chooses; it notes what each request brought. */
export interface TokenServer {
  readonly url: string;
  readonly received: IncomingHttpHeaders[];
  close(): Promise<void>;
}

export async function startTokenServer(
  answer: (headers: IncomingHttpHeaders) => number | Promise<number>,
): Promise<TokenServer> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      request.resume();
      received.push(request.headers);
      const status = await answer(request.headers);
      if (status !== 200) return void response.writeHead(status).end('no');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(request.url === '/info' ? '{"version":"1.5.1","langgraph_js_version":"1.4.18"}' : '[]');
    };
    serve().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
