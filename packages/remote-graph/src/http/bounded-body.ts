/** Thrown by {@link readBounded}; the caller adds which request it was. */
export class BodyTooLarge extends Error {}

/**
 * Reads a whole body as UTF-8. Counts bytes after decompression and stops at the limit, so a small compressed
 * response can't fill memory.
 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  limitBytes: number,
  onProgress: () => void,
): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    onProgress();
    bytes += value.byteLength;
    if (bytes > limitBytes) {
      await reader.cancel().catch(() => {});
      throw new BodyTooLarge();
    }
    chunks.push(value);
  }
  // Decoded as a whole: Node decodes streams with another, slower decoder, whose strings take two bytes for each character.
  return new TextDecoder().decode(concatenated(chunks, bytes));
}

function concatenated(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** The first bytes of a body as text, as far as they come within `limitMs`; discards the rest and its connection. */
export async function readPrefix(
  body: ReadableStream<Uint8Array> | null,
  limitBytes: number,
  limitMs: number | null = null,
): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const stop = (): void => {
    reader.cancel().catch(() => {});
  };
  const timer = limitMs === null ? undefined : setTimeout(stop, limitMs);
  try {
    for (let bytes = 0; bytes < limitBytes;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value.subarray(0, limitBytes - bytes), { stream: true });
      bytes += value.byteLength;
    }
  } finally {
    clearTimeout(timer);
  }
  await reader.cancel().catch(() => {});
  return text;
}
