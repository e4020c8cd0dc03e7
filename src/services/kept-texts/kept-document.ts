import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DocumentSpec } from '../storage/versioned-document.ts';

const Stored = z.strictObject({
  key: z.string(),
  /** `null`: thrown away. The file goes at the next start, so that throwing away is one write that can't be half done. */
  text: z.string().nullable(),
});

/** What the file of one kept text holds. */
export type StoredTextContent = z.infer<typeof Stored>;

/** The document of one key. Keys hold ids of servers and threads, which are no file names; their digest is. */
export function storedTextDocument(key: string): DocumentSpec<StoredTextContent> {
  return documentNamed(createHash('sha256').update(key).digest('hex').slice(0, 40));
}

/** The document behind a file's name, for reading what is there. */
export function documentNamed(name: string): DocumentSpec<StoredTextContent> {
  return { name, version: 1, schema: Stored, initial: { key: '', text: null } };
}

/** True for the names that `storedTextDocument` gives. */
export function isStoredTextName(name: string): boolean {
  return /^[0-9a-f]{40}$/.test(name);
}
