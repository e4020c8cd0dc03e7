/** The methods of Node's `Buffer` that are several times faster than what the standard has. They take any bytes. */
interface BufferMethods {
  indexOf(this: Uint8Array, byte: number, from: number): number;
  utf8Slice?(this: Uint8Array, from: number, to: number): string;
}

/** The one seam to Node: browsers have no `Buffer`, and their own `indexOf` and `TextDecoder` are fast. */
const ofNode = (globalThis as { readonly Buffer?: { readonly prototype: BufferMethods } }).Buffer?.prototype;
const findByte = ofNode?.indexOf ?? Uint8Array.prototype.indexOf;
const decodeUtf8 = ofNode?.utf8Slice;

// A byte order mark is part of the text here: the decoder takes the only one that is not.
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Where a byte is next, from `from` on; -1 when it is nowhere. */
export function indexOfByte(bytes: Uint8Array, byte: number, from: number): number {
  return findByte.call(bytes, byte, from);
}

/** Text of UTF-8 bytes; U+FFFD stands in for what is not valid. */
export const textOfBytes: (bytes: Uint8Array, from: number, to: number) => string = decodeUtf8
  ? (bytes, from, to) => decodeUtf8.call(bytes, from, to)
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
export function totalByteLength(pieces: readonly Uint8Array[]): number {
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
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  return copyInto(new Uint8Array(totalByteLength(pieces)), pieces);
}

const mostScratch = 2 ** 20;
let scratch = new Uint8Array(2 ** 12);

/** The same in an array that is used again by the next call: for what is turned into a text at once. */
export function concatToScratch(pieces: readonly Uint8Array[]): Uint8Array {
  const length = totalByteLength(pieces);
  if (length > mostScratch) return concatBytes(pieces);
  if (length > scratch.length) scratch = new Uint8Array(Math.min(mostScratch, length * 2));
  return copyInto(scratch, pieces);
}
