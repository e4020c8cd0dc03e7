import { join } from 'node:path';
import type { Platform } from '../common/platform.ts';
import { realFileSystem, sweepTemporary, type FileSystem } from './atomic-write.ts';
import { loadDocument, type JsonDocument } from './json-document.ts';
import type { DocumentSpec } from './versioned-document.ts';

const ending = /\.json$/;

const olderCopy = /\.json\.v\d+(?:-\d+)?$/;

// For a return to the older studio. Not for ever: a copy may hold keys and texts that were deleted since.
const olderCopyMs = 30 * 24 * 3600 * 1000;

/**
 * The studio's own documents, in one folder that only its owner can enter.
 *
 * - `keepsChanges`: Whether changes are kept. Not beside a program that owns the folder.
 */
export interface DocumentStore {
  readonly keepsChanges: boolean;
  /** Opens a document. One name is one document, so that its writes share a queue. */
  open<T>(spec: DocumentSpec<T>): Promise<JsonDocument<T>>;
  /** Names of the documents. Throws file system errors, except for a missing folder. */
  names(): Promise<readonly string[]>;
  /** Deletes a document and its copy. Only for one that is not open. */
  remove(name: string): Promise<void>;
}

/**
 * Creates a missing `folder` with mode 0700, and removes what killed writers left. The host judges
 * an existing folder's permissions.
 */
export function createDocumentStore(options: {
  readonly folder: string;
  readonly fs?: FileSystem;
  // Told once of each document that had to be repaired or converted, or can't be changed.
  readonly log?: Platform['log'];
}): DocumentStore {
  const { folder, fs = realFileSystem, log = () => undefined } = options;
  const open = new Map<string, Promise<unknown>>();
  let prepared: Promise<void> | null = null;

  const prepare = async (): Promise<void> => {
    // A failure here will recur, with its own message, when the document is read or written.
    await fs.mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
    await sweepTemporary(fs, folder).catch(() => undefined);
    await sweepOlderCopies(fs, folder).catch(() => undefined);
  };

  return {
    keepsChanges: true,
    open<T>(spec: DocumentSpec<T>) {
      const openDocument = open.get(spec.name);
      // A name has one spec in the whole program, so the type is the one it was opened with.
      if (openDocument) return openDocument as Promise<JsonDocument<T>>;
      prepared ??= prepare();
      const document = prepared.then(async () => {
        const loaded = await loadDocument(fs, folder, spec);
        if (loaded.notice !== null) log('warn', loaded.notice);
        if (loaded.conversion !== null) log('info', loaded.conversion);
        return loaded;
      });
      open.set(spec.name, document);
      return document;
    },
    async names() {
      await (prepared ??= prepare());
      const names = await fs.readdir(folder);
      return names.filter((name) => ending.test(name)).map((name) => name.replace(ending, ''));
    },
    async remove(name) {
      open.delete(name);
      const path = join(folder, `${name}.json`);
      const older = (await fs.readdir(folder)).filter((file) => file.startsWith(`${name}.json.v`));
      // The copies first: after a crash in between, the document is whole and does not come back from its copy.
      for (const one of [...older.map((file) => join(folder, file)), `${path}.bak`, path])
        await fs.rm(one, { force: true });
    },
  };
}

async function sweepOlderCopies(fs: FileSystem, folder: string): Promise<void> {
  for (const name of (await fs.readdir(folder)).filter((file) => olderCopy.test(file))) {
    const path = join(folder, name);
    const { mtimeMs } = await fs.stat(path);
    if (Date.now() - mtimeMs > olderCopyMs) await fs.rm(path, { force: true });
  }
}
