export function totalByteLength(pieces: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}

/** Concatenates arrays; a single one is returned as is. */
export function concatChunks(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const whole = new Uint8Array(totalByteLength(pieces));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Bytes `from` (inclusive) to `to` (exclusive) of the concatenated arrays, without copying. */
export function sliceChunks(pieces: readonly Uint8Array[], from: number, to: number): readonly Uint8Array[] {
  const part: Uint8Array[] = [];
  let offset = 0;
  for (const piece of pieces) {
    const start = Math.max(0, from - offset);
    const end = Math.min(piece.length, to - offset);
    if (start < end) part.push(start === 0 && end === piece.length ? piece : piece.subarray(start, end));
    offset += piece.length;
    if (offset >= to) break;
  }
  return part;
}
