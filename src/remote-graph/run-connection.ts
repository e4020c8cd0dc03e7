import { ProtocolError } from './errors.ts';
import type { OpenAnswer } from './http.ts';
import { readStart } from './limited-body.ts';
import type { SseDecoder, SseFrame } from './sse.ts';

/** How one connection ended. Neither says how the run ended. */
export type ConnectionEnd = 'eof' | 'cut';

/** Reads the frames of one connection, only as fast as they are taken. Lets go of it at the end. */
export async function* readFrames(
  open: OpenAnswer,
  decoder: SseDecoder,
): AsyncGenerator<SseFrame, ConnectionEnd, undefined> {
  if (!open.body) return 'eof';
  const reader = open.body.getReader();
  try {
    for (;;) {
      let part;
      try {
        part = await reader.read();
      } catch {
        return 'cut';
      }
      if (part.done) return 'eof';
      yield* decoder.push(part.value);
    }
  } finally {
    await reader.cancel().catch(() => {});
    open.close();
  }
}

/** Throws {@link ProtocolError} when a stream was asked for and something else came (row C-12). */
export async function requireEventStream(open: OpenAnswer): Promise<OpenAnswer> {
  const type = open.headers.get('content-type') ?? 'something';
  if (type.toLowerCase().startsWith('text/event-stream')) return open;
  const sample = await readStart(open.body, 1024).catch(() => '');
  open.close();
  const { method, path } = open.place;
  throw new ProtocolError(
    `${method} ${path} was answered with ${type} instead of a stream of events.`,
    sample,
  );
}
