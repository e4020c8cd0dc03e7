import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Delivery, WebhookReceiver } from '../src/server-check/server-check.ts';

const maxBytes = 1_000_000;

// Opens a receiver of webhooks on this machine, for the time of a check.
export async function openLoopbackReceiver(): Promise<WebhookReceiver & { close(): void }> {
  const waiting = new Map<string, (delivery: Delivery) => void>();
  const server = createServer((request, response) => {
    const deliver = waiting.get(request.url ?? '');
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const contentType = request.headers['content-type'] ?? 'no content type';
      deliver?.({ contentType, text: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(deliver === undefined ? 404 : 200).end();
    });
    // What is sent from elsewhere must not end the check.
    request.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port.');
  return {
    expect() {
      const path = `/${randomUUID()}`;
      const delivered = new Promise<Delivery>((resolve) => waiting.set(path, resolve));
      return { url: `http://127.0.0.1:${address.port}${path}`, delivered };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
