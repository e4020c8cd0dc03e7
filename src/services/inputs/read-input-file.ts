import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { AppError } from '../../shared/app-error.ts';
import { maxInputLength } from '../../shared/model/input-file.ts';
import { errorCodeOf } from '../storage/atomic-write.ts';
import { missingInput, unfitPath, unreadableInput, unreadInput } from './input-file-errors.ts';

// A character takes at most four bytes.
const maxBytes = 4 * maxInputLength;

// The text of a file. Throws `not-found`, `invalid-input` for a link, a pipe, and what is too large or no text, and `storage` if
// the system can't read it now.
export async function readInputFile(file: string, path: string, openFile = open): Promise<string> {
  // Neither a link nor a pipe, which would never end, is opened.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await openFile(file, flags).catch((error: unknown) => {
    const code = errorCodeOf(error);
    if (code === 'ENOENT') throw missingInput(path);
    if (code === 'ELOOP' || code === 'EMLINK') throw unfitPath(path, 'Links are not followed.');
    throw unreadInput(path, error);
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw unreadableInput(path, 'it is not a file');
    if (facts.size > maxBytes) throw unreadableInput(path, 'it is too large');
    // It may grow while it is read.
    const buffer = Buffer.alloc(Math.min(maxBytes, facts.size + 1024) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      buffer.subarray(0, length),
    );
    if (text.length > maxInputLength || length === buffer.length)
      throw unreadableInput(path, 'it is too large');
    return text;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof TypeError) throw unreadableInput(path, 'it is not UTF-8 text');
    throw unreadInput(path, error);
  } finally {
    await handle.close();
  }
}
