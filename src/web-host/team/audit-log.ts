import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/app-error.ts';

/** A call that changed something, or tried to. Of its input, only these names are noted. */
export interface AuditEntry {
  readonly subject: string;
  readonly name: string;
  readonly role: string;
  readonly call: string;
  readonly server: { readonly id: string; readonly name: string | null } | null;
  readonly targets: Readonly<Record<string, string | readonly string[]>>;
  readonly outcome: 'done' | 'failed' | 'refused';
  /** Of an error that the caller got. */
  readonly code: string | null;
}

/** Changes of a team, a line of JSON each. */
export interface AuditLog {
  /** Rejects with `storage` while no line can be written: then nothing may be changed. */
  ready(): Promise<void>;
  /** Never rejects; a line that can't be written is kept for the next attempt. */
  write(entry: AuditEntry): Promise<void>;
  close(): Promise<void>;
}

// A member with a script can't make lines faster than they are written and fill the memory with them.
const maxPending = 1_000;

interface AuditLogOptions {
  readonly path: string;
  /** A file that has grown beyond it becomes `<path>.1`, that one `<path>.2`, and so on. */
  readonly maxBytes?: number;
  readonly olderFiles?: number;
  readonly onProblem: (message: string) => void;
}

/** Appends to a file, in the order of the calls. */
export function createAuditLog({
  path,
  maxBytes = 10_000_000,
  olderFiles = 9,
  onProblem,
}: AuditLogOptions): AuditLog {
  let pending: string[] = [];
  let file: FileHandle | null = null;
  let size = 0;
  let last: Promise<void> = Promise.resolve();

  const shut = async (): Promise<void> => {
    const closing = file;
    file = null;
    await closing?.close();
  };
  const rotate = async (): Promise<void> => {
    await shut();
    await rm(`${path}.${olderFiles}`, { force: true });
    for (let number = olderFiles - 1; number >= 0; number -= 1) {
      const from = number === 0 ? path : `${path}.${number}`;
      if (await exists(from)) await rename(from, `${path}.${number + 1}`);
    }
  };
  const flush = async (): Promise<void> => {
    if (file !== null && pending.length > 0 && size >= maxBytes) await rotate();
    if (file === null) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      file = await open(path, 'a', 0o600);
      size = (await file.stat()).size;
    }
    const lines = pending;
    const bytes = Buffer.from(lines.join(''));
    await file.appendFile(bytes);
    size += bytes.length;
    pending = pending.slice(lines.length);
  };
  // One after the other, and each with all lines that wait.
  const attempt = (): Promise<void> => {
    last = last
      .catch(() => undefined)
      .then(flush)
      .catch(async (error: unknown) => {
        await shut().catch(() => undefined);
        onProblem(
          `The audit log ${path} can't be written: ${error instanceof Error ? error.message : 'unknown'}`,
        );
        throw error;
      });
    return last;
  };

  return {
    async ready() {
      if (file !== null && pending.length === 0) return;
      if (pending.length <= maxPending) {
        try {
          return await attempt();
        } catch {
          // Reported below.
        }
      }
      throw new AppError('storage', 'Nothing can be changed now, because the audit log can’t be written.', {
        hint: 'Ask who runs the studio to look at its log.',
      });
    },
    async write(entry) {
      pending.push(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
      await attempt().catch(() => undefined);
    },
    async close() {
      await attempt().catch(() => undefined);
      await shut();
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
