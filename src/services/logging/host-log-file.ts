import { appendFileSync, mkdirSync } from 'node:fs';
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface HostLogFile {
  // Never throws: a log that can't be written must not break what it logs.
  write(line: string): void;
  close(): Promise<void>;
  // Writes synchronously what is pending, at the end of the process.
  closeNow(): void;
}

// - `maxBytes`: A file that would grow beyond it becomes `<path>.1`, and the one before that is dropped.
// - `maxPending`: Longest text in UTF-16 units that waits for a slow disk.
interface HostLogFileOptions {
  readonly path: string;
  readonly maxBytes?: number;
  readonly maxPending?: number;
}

// Appends lines to a file one after the other. A disk that refuses loses lines; their number is written later.
export function createHostLogFile({
  path,
  maxBytes = 1_000_000,
  maxPending = 1_000_000,
}: HostLogFileOptions): HostLogFile {
  const pending: string[] = [];
  let pendingLength = 0;
  // Given to the system, which has not confirmed it.
  let unconfirmed = '';
  let droppedCount = 0;
  let size: number | null = null;
  let writing: Promise<void> | null = null;
  let closed = false;

  // As many lines as fit into a file of this size, and at least one.
  const takePending = (roomBytes = Infinity): readonly string[] => {
    if (droppedCount > 0)
      pending.unshift(`${new Date().toISOString()} warn ${droppedCount} lines could not be written here.\n`);
    let bytes = 0;
    const excess = pending.findIndex((line, index) => {
      bytes += Buffer.byteLength(line);
      return index > 0 && bytes > roomBytes;
    });
    const lines = pending.splice(0, excess < 0 ? pending.length : excess);
    pendingLength = pending.reduce((length, line) => length + line.length, 0);
    return lines;
  };
  const writeText = async (text: string): Promise<void> => {
    const bytes = Buffer.byteLength(text);
    if (size === null) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      size = await stat(path).then(
        (file) => file.size,
        () => 0,
      );
    }
    if (size > 0 && size + bytes > maxBytes) {
      await rename(path, `${path}.1`);
      size = 0;
    }
    await appendFile(path, text, { mode: 0o600 });
    size += bytes;
  };
  const drain = async (): Promise<void> => {
    while (pending.length > 0) {
      const reported = droppedCount;
      const lines = takePending(maxBytes);
      unconfirmed = lines.join('');
      try {
        await writeText(unconfirmed);
        droppedCount -= reported;
      } catch {
        // Its first line may be the number of those that were lost before.
        droppedCount += reported > 0 ? lines.length - 1 : lines.length;
        // The folder may be back for the next line.
        size = null;
      }
      unconfirmed = '';
    }
    writing = null;
  };

  return {
    write(line) {
      if (closed) return;
      if (pendingLength + line.length > maxPending) {
        droppedCount += 1;
        return;
      }
      pending.push(line);
      pendingLength += line.length;
      writing ??= drain();
    },
    async close() {
      closed = true;
      await writing;
    },
    closeNow() {
      closed = true;
      // Rather twice than not at all: these lines may say why the process ends.
      const text = unconfirmed + takePending().join('');
      if (text === '') return;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        appendFileSync(path, text, { mode: 0o600 });
      } catch {
        // There is nowhere left to report it.
      }
    },
  };
}
