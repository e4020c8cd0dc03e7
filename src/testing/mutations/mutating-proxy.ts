import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { EventMutator, Mutation, ProxiedRequest, Reply, ServerEvent } from './mutation.ts';

export interface MutatingProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that is as `target`, but for one mutation. */
export async function startMutatingProxy(target: string, mutation: Mutation): Promise<MutatingProxy> {
  const sockets = new Set<Socket>();
  const agent = new Agent({ keepAlive: false });
  const server = createServer((incoming, response) => {
    answer(incoming, response, target, mutation, agent).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: string,
  mutation: Mutation,
  agent: Agent,
): Promise<void> {
  const url = new URL(incoming.url ?? '/', target);
  const received: ProxiedRequest = {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.search,
    bodyText: await textOf(incoming),
  };
  if (mutation.delayMs !== undefined) await pause(mutation.delayMs);
  const early = mutation.reply?.(received) ?? null;
  if (early !== null) return send(response, early);

  const { query, bodyText } = mutation.request?.(received) ?? received;
  const upstream = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    delete headers['content-length'];
    delete headers['transfer-encoding'];
    const onward = forward(
      new URL(url.pathname + query, target),
      {
        method: received.method,
        agent,
        headers: {
          ...headers,
          ...(bodyText === '' ? {} : { 'content-length': Buffer.byteLength(bodyText) }),
        },
      },
      resolve,
    );
    onward.on('error', reject);
    response.once('close', () => onward.destroy());
    onward.end(bodyText);
  });
  upstream.on('error', () => response.destroy());
  const status = upstream.statusCode ?? 502;
  const isOk = status >= 200 && status < 300;
  const late = isOk ? (mutation.replyAfter?.(received) ?? null) : null;
  if (late !== null) {
    // A stream would only end with its run.
    if ((upstream.headers['content-type'] ?? '').startsWith('text/event-stream')) upstream.resume();
    else await textOf(upstream);
    return send(response, late);
  }
  const names = Object.entries(upstream.headers).map(([name, value]) => [name, String(value)] as const);
  const original: Readonly<Record<string, string>> = Object.fromEntries(names);
  const headers = mutation.headers?.(original, received) ?? { ...original };
  delete headers['transfer-encoding'];
  if ((original['content-type'] ?? '').startsWith('text/event-stream')) {
    delete headers['content-length'];
    response.writeHead(status, headers);
    response.flushHeaders();
    await sendEvents(upstream, response, mutation, mutation.events?.(received));
    response.end();
    return;
  }
  const bytes = await bytesOf(upstream);
  const changed = isOk && bytes.length > 0 ? changeJson(bytes, mutation, received) : bytes;
  const body = mutation.isCompressed ? gzipSync(changed) : changed;
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
  if (mutation.isCompressed) headers['content-encoding'] = 'gzip';
  response.writeHead(status, headers);
  await write(response, body, mutation.chunkBytes);
  response.end();
}

function send(response: ServerResponse, { status, type = 'application/json', text }: Reply): void {
  response.writeHead(status, status === 204 ? {} : { 'content-type': type }).end(text);
}

function changeJson(bytes: Buffer, { json }: Mutation, request: ProxiedRequest): Buffer {
  if (json === undefined) return bytes;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return bytes;
  }
  return Buffer.from(JSON.stringify(json(value, request)));
}

async function sendEvents(
  upstream: IncomingMessage,
  response: ServerResponse,
  { comment, chunkBytes }: Mutation,
  mutator: EventMutator = { each: (event) => [event] },
): Promise<void> {
  const put = async (events: readonly ServerEvent[]): Promise<void> => {
    for (const event of events) {
      const text = `${comment === undefined ? '' : `: ${comment}\n\n`}${eventText(event)}`;
      await write(response, Buffer.from(text), chunkBytes);
    }
  };
  let rest = '';
  // Several bytes of a character may come apart.
  upstream.setEncoding('utf8');
  for await (const chunk of upstream) {
    rest = (rest + String(chunk)).replaceAll('\r\n', '\n');
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const event = readEvent(rest.slice(0, end));
      rest = rest.slice(end + 2);
      if (event !== null) await put(await mutator.each(event));
    }
  }
  await put(mutator.end?.() ?? []);
}

function readEvent(text: string): ServerEvent | null {
  const fields = text.split('\n').flatMap((line) => {
    const match = /^(\w+): ?(.*)$/.exec(line);
    return match ? [[match[1], match[2] ?? ''] as const] : [];
  });
  const valueOf = (name: string): string | null => fields.find(([field]) => field === name)?.[1] ?? null;
  const event = valueOf('event');
  if (event === null) return null;
  const data = fields.flatMap(([field, value]) => (field === 'data' ? [value] : [])).join('\n');
  return { event, data, id: valueOf('id') };
}

function eventText({ event, data, id }: ServerEvent): string {
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\n${lines.join('')}\n`;
}

async function write(response: ServerResponse, bytes: Buffer, chunkBytes = bytes.length): Promise<void> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    response.write(bytes.subarray(start, start + chunkBytes));
    // Each piece in a packet of its own.
    if (chunkBytes < bytes.length) await new Promise((resolve) => setImmediate(resolve));
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function textOf(stream: IncomingMessage): Promise<string> {
  return (await bytesOf(stream)).toString();
}
