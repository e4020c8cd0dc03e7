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
  const decoder = new TextDecoder();
  const pieces: string[] = [];
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
    pieces.push(decoder.decode(value, { stream: true }));
  }
  pieces.push(decoder.decode());
  return pieces.join('');
}

/** The first bytes of a body as text; discards the rest. */
export async function readPrefix(
  body: ReadableStream<Uint8Array> | null,
  limitBytes: number,
): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes < limitBytes;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value.subarray(0, limitBytes - bytes), { stream: true });
    bytes += value.byteLength;
  }
  await reader.cancel().catch(() => {});
  return text;
}
