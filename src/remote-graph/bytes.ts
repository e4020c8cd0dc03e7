/** The parts of Node's `Buffer` that are several times faster than what the standard has. */
interface NodeBuffer extends Uint8Array {
  toString(encoding?: 'utf8', from?: number, to?: number): string;
}
interface NodeBufferClass {
  from(buffer: ArrayBufferLike, offset: number, length: number): NodeBuffer;
}

/** The one seam to Node: browsers have no `Buffer`, and their own `indexOf` and `TextDecoder` are fast. */
const nodeBuffer = (globalThis as { readonly Buffer?: NodeBufferClass }).Buffer;

// A byte order mark is part of the text here: the decoder takes the only one that is not.
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The same bytes, in the form whose `indexOf` and `textOfBytes` are fast here. Nothing is copied. */
export const searchable: (bytes: Uint8Array) => Uint8Array = nodeBuffer
  ? (bytes) => nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  : (bytes) => bytes;

/** Text of UTF-8 bytes that {@link searchable} gave; U+FFFD stands in for what is not valid. */
export const textOfBytes: (bytes: Uint8Array, from: number, to: number) => string = nodeBuffer
  ? (bytes, from, to) => (bytes as NodeBuffer).toString('utf8', from, to)
  : (bytes, from, to) => lenient.decode(bytes.subarray(from, to));

/** Whether bytes with this text were valid UTF-8. Only a text with U+FFFD needs a second look. */
export function isValidUtf8(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (!text.includes('\uFFFD')) return true;
  try {
    strict.decode(bytes.subarray(from, to));
    return true;
  } catch {
    return false;
  }
}

/** How many bytes some arrays have together. */
export function lengthOf(pieces: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}

/** Copies arrays one behind the other. */
export function copyInto(target: Uint8Array, pieces: readonly Uint8Array[]): Uint8Array {
  let at = 0;
  for (const piece of pieces) {
    target.set(piece, at);
    at += piece.length;
  }
  return target;
}

/** All pieces in one array of its own. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return searchable(copyInto(new Uint8Array(lengthOf(pieces)), pieces));
}

const mostScratch = 2 ** 20;
let scratch = searchable(new Uint8Array(2 ** 12));

/** The same in an array that is used again by the next call: for what is turned into a text at once. */
export function joinedForNow(pieces: readonly Uint8Array[]): Uint8Array {
  const length = lengthOf(pieces);
  if (length > mostScratch) return joined(pieces);
  if (length > scratch.length) scratch = searchable(new Uint8Array(Math.min(mostScratch, length * 2)));
  return copyInto(scratch, pieces);
}
