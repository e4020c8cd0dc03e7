// Methods of Node's `Buffer` that are several times faster than the standard's. They take any bytes.
interface BufferMethods {
  indexOf(this: Uint8Array, byte: number, from: number): number;
  utf8Slice?(this: Uint8Array, from: number, to: number): string;
}

// The one dependency on Node: browsers have no `Buffer`, and their own `indexOf` and `TextDecoder` are fast.
const ofNode = (globalThis as { readonly Buffer?: { readonly prototype: BufferMethods } }).Buffer?.prototype;
const findByte = ofNode?.indexOf ?? Uint8Array.prototype.indexOf;
const decodeUtf8 = ofNode?.utf8Slice;

// A byte order mark is data here: the decoder has already removed the one that is not.
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// Index of a byte at or after `from`, or -1.
export function indexOfByte(bytes: Uint8Array, byte: number, from: number): number {
  return findByte.call(bytes, byte, from);
}

// Decodes UTF-8, with U+FFFD for invalid bytes.
export const textOfBytes: (bytes: Uint8Array, from: number, to: number) => string = decodeUtf8
  ? (bytes, from, to) => decodeUtf8.call(bytes, from, to)
  : (bytes, from, to) => lenient.decode(bytes.subarray(from, to));

// Whether the decoded bytes were valid UTF-8. Only text with U+FFFD needs a second look.
export function isValidUtf8(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (!text.includes('\uFFFD')) return true;
  try {
    strict.decode(bytes.subarray(from, to));
    return true;
  } catch {
    return false;
  }
}

export function totalByteLength(pieces: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}

export function copyInto(target: Uint8Array, pieces: readonly Uint8Array[]): Uint8Array {
  let index = 0;
  for (const piece of pieces) {
    target.set(piece, index);
    index += piece.length;
  }
  return target;
}

// Concatenates into a new array.
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  return copyInto(new Uint8Array(totalByteLength(pieces)), pieces);
}

const maxScratchBytes = 2 ** 20;
// oxlint-disable-next-line studio/no-module-state -- what it has is only read right after it was written
let scratch = new Uint8Array(2 ** 12);

// Concatenates into an array reused by the next call: for bytes that are decoded at once.
export function concatToScratch(pieces: readonly Uint8Array[]): Uint8Array {
  const length = totalByteLength(pieces);
  if (length > maxScratchBytes) return concatBytes(pieces);
  if (length > scratch.length) scratch = new Uint8Array(Math.min(maxScratchBytes, length * 2));
  return copyInto(scratch, pieces);
}
