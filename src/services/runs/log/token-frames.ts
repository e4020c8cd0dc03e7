// What messages that report tokens have in them; the event-streaming protocol names the model and the tokens in two events.
const markers = ['"usage_metadata"', '"message-start"', '"message-finish"'];
const maxMarkerLength = markers.reduce((max, { length }) => Math.max(max, length), 0);

/** Whether any message in these payload pieces reports tokens, even if the word spans two pieces. */
export function reportsTokens(pieces: readonly Uint8Array[]): boolean {
  let before: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const seam = Buffer.concat([before, bytes.subarray(0, maxMarkerLength)]);
    if (markers.some((marker) => bytes.includes(marker) || seam.includes(marker))) return true;
    before = (bytes.length < maxMarkerLength ? seam : bytes).subarray(-maxMarkerLength);
  }
  return false;
}
