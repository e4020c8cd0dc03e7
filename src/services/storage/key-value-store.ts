import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DocumentSpec } from './versioned-document.ts';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { CallsOf } from '../../shared/contract.ts';
import type { StoredTextPage, StoredTextEntry } from '../../shared/model/stored-text.ts';
import type { FileSystem } from './atomic-write.ts';
import { createDocumentStore } from './document-store.ts';
import type { Platform } from '../common/platform.ts';

const Stored = z.strictObject({
  key: z.string(),
  // `null`: deleted. The file is removed at the next start, so that deleting is one atomic write.
  text: z.string().nullable(),
});

type StoredTextContent = z.infer<typeof Stored>;

// Document of a key, named by a digest: keys contain ids of servers and threads, which are no file names.
function storedTextDocument(key: string): DocumentSpec<StoredTextContent> {
  return documentNamed(createHash('sha256').update(key).digest('hex').slice(0, 40));
}

export function documentNamed(name: string): DocumentSpec<StoredTextContent> {
  return { name, version: 1, schema: Stored, initial: { key: '', text: null } };
}

function isStoredTextName(name: string): boolean {
  return /^[0-9a-f]{40}$/.test(name);
}

// UTF-16 units of texts per page, far below the longest message.
const pageLength = 2_000_000;

// UTF-16 units of all texts. Nobody types that much; stops a bug from filling the disk.
const maxTotalLength = 200_000_000;

// Stores the windows' texts in `kept/` of the data folder, one document per key.
interface KeyValueStore {
  readonly calls: CallsOf<'storage'>;
}

/**
 * A text counts on arrival: later reads see it even while the disk is slow. `storage.write` resolves once it
 * is on disk, and fails with `storage` if that fails: then it stays in memory.
 */
export function createKeyValueStore(options: {
  readonly platform: Pick<Platform, 'dataFolder' | 'log'>;
  readonly fs?: FileSystem;
}): KeyValueStore {
  const { platform } = options;
  const files = createDocumentStore({
    folder: join(platform.dataFolder, 'kept'),
    log: platform.log,
    ...(options.fs && { fs: options.fs }),
  });
  const texts = new Map<string, string>();
  // Written or deleted before the disk was read, and therefore newer.
  const touched = new Set<string>();
  let length = 0;
  let loading: Promise<void> | null = null;

  const set = (key: string, text: string | null): void => {
    length += (text ?? '').length - (texts.get(key) ?? '').length;
    if (text === null) texts.delete(key);
    else texts.set(key, text);
  };

  const loadOne = async (name: string): Promise<void> => {
    const document = await files.open(documentNamed(name));
    const { key, text } = document.value();
    if (text === null && !document.readOnly && !touched.has(key)) return files.remove(name);
    if (text !== null && !touched.has(key)) set(key, text);
  };

  const load = async (): Promise<void> => {
    const names = (await files.names()).filter(isStoredTextName);
    for (const name of names) await loadOne(name);
  };

  // An unreadable folder fails this call and is tried again by the next.
  const ensureLoaded = async (): Promise<void> => {
    try {
      await (loading ??= load());
    } catch (error) {
      loading = null;
      throw new AppError('storage', 'Saved drafts could not be read from the data folder.', {
        hint: 'New drafts are kept in memory until the studio closes. Check the permissions of the folder.',
        details: { where: join(platform.dataFolder, 'kept') },
        cause: error,
      });
    }
  };

  const write = async (key: string, text: string | null): Promise<void> => {
    if (length - (texts.get(key) ?? '').length + (text ?? '').length > maxTotalLength) throw tooMuch();
    touched.add(key);
    set(key, text);
    // Not while the folder is being read, which removes deleted texts.
    await ensureLoaded().catch(() => undefined);
    const document = await files.open(storedTextDocument(key));
    await document.update(() => ({ key, text }));
  };

  return {
    calls: {
      'storage.read': async ({ after }) => {
        await ensureLoaded();
        return pageAfter(texts, after);
      },
      'storage.write': async ({ key, text }) => {
        await write(key, text);
        return {};
      },
    },
  };
}

function pageAfter(texts: ReadonlyMap<string, string>, after: string | null): StoredTextPage {
  const rest = [...texts.keys()].filter((key) => after === null || key > after).toSorted(byCodeUnit);
  const page: StoredTextEntry[] = [];
  let length = 0;
  for (const key of rest) {
    const text = texts.get(key) ?? '';
    if (page.length > 0 && length + text.length > pageLength) break;
    length += text.length;
    page.push({ key, text });
  }
  const last = page.at(-1)?.key ?? null;
  return { texts: page, after: page.length < rest.length ? last : null };
}

// The order of `<` and `>`, which paging uses.
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function tooMuch(): AppError {
  return new AppError('storage', 'Too many drafts are stored.', {
    hint: 'Send or discard drafts that you no longer need.',
  });
}
