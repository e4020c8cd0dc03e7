import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { DocumentStore } from './document-store.ts';
import { loadDocument, type JsonDocument } from './json-document.ts';
import { realFileSystem, type FileSystem } from './atomic-write.ts';
import type { DocumentSpec } from './versioned-document.ts';

/**
 * The documents of a data folder as they are now, for a program that runs beside the studio that owns the folder:
 * changes stay in memory, and no file is touched, not even a broken one. `onNotice`: what is wrong with a document.
 */
export function createSessionDocuments(
  folder: string,
  onNotice: (notice: string) => void = () => undefined,
): DocumentStore {
  const open = new Map<string, Promise<unknown>>();
  return {
    keepsChanges: false,
    open<T>(spec: DocumentSpec<T>) {
      const openDocument = open.get(spec.name);
      // A name has one spec in the whole program, so the type is the one it was opened with.
      if (openDocument) return openDocument as Promise<JsonDocument<T>>;
      const document = loadDocument(readOnly, folder, spec, { convertOnDisk: false }).then((stored) => {
        if (stored.notice !== null) onNotice(stored.notice);
        return inMemory(spec, stored);
      });
      open.set(spec.name, document);
      return document;
    },
    names: async () => [],
    async remove(name) {
      open.delete(name);
    },
  };
}

function inMemory<T>(spec: DocumentSpec<T>, stored: JsonDocument<T>): JsonDocument<T> {
  let value = stored.value();
  return {
    value: () => value,
    notice: stored.notice,
    conversion: null,
    readOnly: false,
    async update(change) {
      value = z.parse(spec.schema, change(value));
      return value;
    },
  };
}

const refuse = (): Promise<never> =>
  Promise.reject(new AppError('storage', 'This program does not change the data folder.'));

const readOnly: FileSystem = {
  ...realFileSystem,
  open: refuse,
  rename: refuse,
  rm: refuse,
  mkdir: refuse,
  chmod: refuse,
};
