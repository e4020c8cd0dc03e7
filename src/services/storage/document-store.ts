import { join } from 'node:path';
import { realFileSystem, sweepTemporary, type FileSystem } from './atomic-write.ts';
import { loadDocument, type JsonDocument } from './json-document.ts';
import type { DocumentSpec } from './versioned-document.ts';

const ending = /\.json$/;

/** The studio's own documents, all in one folder that only its owner can enter. */
export interface DocumentStore {
  /** Opens a document. The same name gives the same document, so that its writes are in one queue. */
  open<T>(spec: DocumentSpec<T>): Promise<JsonDocument<T>>;
  /** The names of the documents that are there. Throws what the file system throws, but for a missing folder. */
  names(): Promise<readonly string[]>;
  /** Takes a document off the disk, with its copy. Only for one that nobody has open. */
  remove(name: string): Promise<void>;
}

/**
 * `folder` is made when it is missing, with mode 0700 (row D-4), and swept of what a killed writer left. The rights of one that
 * exists are the host's to judge (row D-16).
 */
export function createDocumentStore(options: {
  readonly folder: string;
  readonly fs?: FileSystem;
}): DocumentStore {
  const { folder, fs = realFileSystem } = options;
  const open = new Map<string, Promise<unknown>>();
  let prepared: Promise<void> | null = null;

  const prepare = async (): Promise<void> => {
    // Whatever fails here will fail again, with its own words, when the document is read or written.
    await fs.mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
    await sweepTemporary(fs, folder).catch(() => undefined);
  };

  return {
    open<T>(spec: DocumentSpec<T>) {
      const known = open.get(spec.name);
      // One name has one spec in the whole program, so the type is the one it was opened with.
      if (known) return known as Promise<JsonDocument<T>>;
      prepared ??= prepare();
      const document = prepared.then(() => loadDocument(fs, folder, spec));
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
      // The copy first: what a crash leaves between both is a whole document, not one that comes back from its copy.
      for (const one of [`${path}.bak`, path]) await fs.rm(one, { force: true });
    },
  };
}
