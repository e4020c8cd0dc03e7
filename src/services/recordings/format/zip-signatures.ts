import { open } from 'node:fs/promises';

export const localHeader = 0x04_03_4b_50;
export const centralHeader = 0x02_01_4b_50;
export const endOfDirectory = 0x06_05_4b_50;

/** Longest comment of a zip, and its last record before it. */
const mostTail = 65_535 + 22;

/**
 * Whether a zip that can't be opened has lost its end; `null` if it never was a zip.
 */
export async function isCutOff(path: string): Promise<boolean | null> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(4);
    const { bytesRead } = await file.read(head, 0, 4, 0);
    if (bytesRead < 4 || head.readUInt32LE(0) !== localHeader) return null;
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, mostTail));
    await file.read(tail, 0, tail.length, size - tail.length);
    const end = Buffer.alloc(4);
    end.writeUInt32LE(endOfDirectory);
    return !tail.includes(end);
  } finally {
    await file.close();
  }
}
