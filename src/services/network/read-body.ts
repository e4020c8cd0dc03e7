/**
 * Reads a body up to `maxBytes`, and cancels the rest. Counts after decompression, so a small compressed response
 * can't fill memory. The time is limited by the signal of the request.
 */
export async function readBody(
  { body }: Response,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length <= maxBytes) continue;
    await reader?.cancel().catch(() => undefined);
    break;
  }
  return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isCut: length > maxBytes };
}
