import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { CustomScheme, Protocol } from 'electron';
import { fromChromium, originFromChromium } from '../chromium/addresses.ts';
import { refuseUnknown } from '../refuse-unknown.ts';

type SchemeHandler = Parameters<Protocol['handle']>[1];

const handlers = new Map<string, SchemeHandler>();

/** Schemes registered by the program. The double gives them no privileges; specs read them. */
export const registeredSchemes: CustomScheme[] = [];

export const protocol = refuseUnknown('protocol', {
  registerSchemesAsPrivileged: (schemes) => void registeredSchemes.push(...schemes),
  handle(scheme, handler) {
    if (handlers.has(scheme)) throw new Error(`The scheme has been registered: ${scheme}`);
    handlers.set(scheme, handler);
  },
  isProtocolHandled: (scheme) => handlers.has(scheme),
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'isProtocolHandled'>);

/** The loopback server behind every custom scheme: passes Chromium's requests to the scheme's handler. */
export async function startSchemeServer(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = incoming;
  const url = fromChromium(`http://${headers.host ?? ''}${incoming.url ?? ''}`);
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  if (!handler) {
    outgoing.statusCode = 502;
    outgoing.end(`electron double: no handler for ${url}`);
    return;
  }
  const request = new Request(url, { method, headers: headersOf(incoming), ...bodyOf(incoming) });
  const response = await handler(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) outgoing.end();
  else Readable.fromWeb(response.body as NodeReadableStream).pipe(outgoing);
}

function headersOf({ headers }: IncomingMessage): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'host' || value === undefined) continue;
    const text = String(value);
    if (name === 'origin') result.set(name, originFromChromium(text));
    else result.set(name, name === 'referer' ? fromChromium(text) : text);
  }
  return result;
}

function bodyOf(incoming: IncomingMessage): RequestInit {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return {};
  return { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } as RequestInit;
}
