import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

// The first file of a zip that the studio writes: the length of the whole zip in bytes. A zip has its directory at its
// end, so nothing else in one that was cut off says how much is missing.
export const zipLengthName = 'zip-bytes.txt';

const digits = 16;
// A local header up to its name, and the stored content behind the name.
const headerBytes = 30;
const contentStart = headerBytes + zipLengthName.length;
const contentBytes = digits + 1;

const localHeader = 0x04_03_4b_50;
const endOfDirectory = 0x06_05_4b_50;
const endOfDirectory64 = 0x06_06_4b_50;

// Longest comment of a zip, and its last record before it.
const maxTail = 65_535 + 22;

// Content of the file while the length is not known yet. It is stored, never packed, so that its length stays.
export function unknownZipLength(): Buffer {
  return contentOf(0);
}

function contentOf(bytes: number): Buffer {
  return Buffer.from(`${String(bytes).padStart(digits, '0')}\n`);
}

// Writes the length of a finished zip into its first file, with the checksum in both of its headers.
export async function writeZipLength(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const content = contentOf(size);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(content));
    await file.write(content, 0, contentBytes, contentStart);
    await file.write(checksum, 0, 4, 14);
    await file.write(checksum, 0, 4, (await directoryStart(file, size)) + 16);
    await file.sync();
  } finally {
    await file.close();
  }
}

// Offset of the directory of a zip without a comment, as the studio writes it.
async function directoryStart(file: FileHandle, size: number): Promise<number> {
  const end = await read(file, size - 22, 22);
  const start = end.readUInt32LE(16);
  if (start < 0xff_ff_ff_ff) return start;
  const locator = await read(file, size - 42, 20);
  const end64 = await read(file, Number(locator.readBigUInt64LE(8)), 56);
  if (end64.readUInt32LE(0) !== endOfDirectory64) throw new Error('The zip has no directory.');
  return Number(end64.readBigUInt64LE(48));
}

interface ZipCut {
  readonly bytes: number;
  // Its length when it was whole; `null` if nothing says so, as in one that another program has packed.
  readonly total: number | null;
}

// Whether a zip that can't be opened has lost its end: `null` if it has not, `no-zip` if it never was a zip.
export async function findZipCut(path: string): Promise<ZipCut | 'no-zip' | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await read(file, 0, contentStart + contentBytes);
    if (head.length < 4 || head.readUInt32LE(0) !== localHeader) return 'no-zip';
    const total = totalIn(head);
    if (total !== null && total > size) return { bytes: size, total };
    const tail = await read(file, Math.max(0, size - maxTail), Math.min(size, maxTail));
    const end = Buffer.alloc(4);
    end.writeUInt32LE(endOfDirectory);
    return tail.includes(end) ? null : { bytes: size, total: null };
  } finally {
    await file.close();
  }
}

function totalIn(head: Buffer): number | null {
  if (head.length < contentStart + contentBytes) return null;
  if (head.toString('latin1', headerBytes, contentStart) !== zipLengthName) return null;
  const text = head.toString('latin1', contentStart, contentStart + digits);
  return /^\d+$/.test(text) ? Number(text) : null;
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
