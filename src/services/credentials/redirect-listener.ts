import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { timingSafeEqual } from 'node:crypto';

export interface RedirectListener {
  readonly redirectUri: string;
  /** The address that the browser was sent to, with the code. Pending until then, also after `close`. */
  readonly redirected: Promise<URL>;
  close(): void;
}

const maxUrlLength = 8192;

/**
 * Waits on this computer for the redirect that ends a sign-in in the browser. Takes the one with this `state`, once; everything
 * else is refused and changes nothing, because any page may send a request here.
 */
export async function openRedirectListener(state: string): Promise<RedirectListener> {
  let resolveRedirect: (url: URL) => void = () => undefined;
  const redirected = new Promise<URL>((resolve) => (resolveRedirect = resolve));
  let isRedirected = false;
  const server = createServer((request, response) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? ''}`;
    const path = request.url ?? '';
    const url =
      path.startsWith('/') && path.length <= maxUrlLength && URL.canParse(path, `http://${host}`)
        ? new URL(path, `http://${host}`)
        : null;
    // A page of another host can reach this port by a name that resolves to it.
    if (request.headers.host !== host || request.method !== 'GET' || url?.pathname !== '/callback')
      return answer(response, 404, 'There is nothing here.');
    if (isRedirected || !equalsInConstantTime(url.searchParams.get('state') ?? '', state))
      return answer(
        response,
        400,
        'This is not the sign-in that the studio waits for. Start it again there.',
      );
    isRedirected = true;
    answer(
      response,
      200,
      url.searchParams.has('error')
        ? 'The sign-in was refused. The studio says why.'
        : 'Go back to RemoteGraph Studio, which finishes the sign-in. You can close this page.',
    );
    resolveRedirect(url);
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    redirected,
    close() {
      server.close();
      // The connection on which the page is being sent is not idle, so it stays.
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 1_000).unref();
    },
  };
}

function equalsInConstantTime(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function answer(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // The address has a code in it.
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      connection: 'close',
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>RemoteGraph Studio</title><body style="font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:20vh auto;padding:0 1em"><p>${text}</p></body></html>\n`,
    );
}
