import type { IncomingMessage } from 'node:http';

/** Reads a body of at most `maxBytes`; `null` when it is longer, as soon as that is known. Rejects when it breaks off. */
export function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        request.pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The request broke off.')));
  });
}
