import { open, stat } from 'node:fs/promises';
import { leadsToNetwork } from './network-path.ts';

export type UnreadableFile = 'missing' | 'not-a-file' | 'too-large' | 'on-network' | 'unreadable';

/**
 * Reads a text file of at most `maxBytes`. A pipe or a device, which may never end, is not opened, and no link to another
 * computer followed. Never rejects.
 */
export async function readSmallFile(
  path: string,
  maxBytes: number,
): Promise<{ readonly text: string } | { readonly problem: UnreadableFile; readonly code: string }> {
  if (await leadsToNetwork(path, path)) return { problem: 'on-network', code: '' };
  try {
    const facts = await stat(path);
    if (!facts.isFile()) return { problem: 'not-a-file', code: '' };
    if (facts.size > maxBytes) return { problem: 'too-large', code: '' };
    const file = await open(path, 'r');
    try {
      // It may have grown meanwhile.
      const buffer = Buffer.alloc(maxBytes + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
        length += bytesRead;
        if (bytesRead === 0 || length === buffer.length) break;
      }
      if (length > maxBytes) return { problem: 'too-large', code: '' };
      return { text: buffer.toString('utf8', 0, length).replace(/^\uFEFF/, '') };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { problem: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable', code };
  }
}
