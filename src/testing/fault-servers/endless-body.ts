import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Answers with a body that does not end before the other side closes the connection. A server that writes again from the
 * callback of `write` would spin on Node 26: there, a write into a destroyed response calls back at once, and
 * nothing else ever runs.
 */
export async function sendEndlessBody(response: ServerResponse, chunk: Buffer): Promise<void> {
  const body = Readable.from(
    (function* () {
      for (;;) yield chunk;
    })(),
  );
  // The other side closed: that is how it ends.
  await pipeline(body, response).catch(() => undefined);
}
