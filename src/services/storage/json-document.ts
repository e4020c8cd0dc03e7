import { z } from 'zod';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { errorCodeOf, writeAtomic, type FileSystem } from './atomic-write.ts';
import { systemErrorReason } from './system-error-reason.ts';
import {
  parseDocument,
  requireMigrations,
  serializeDocument,
  type DocumentSpec,
  type ParsedDocument,
} from './versioned-document.ts';

/**
 * A stored value, cached in memory; a change counts once it is on disk.
 *
 * - `notice`: What had to be repaired to open it, as a sentence; `null` if nothing. A loss is never silent.
 * - `conversion`: That it was converted from an older version, and where the copy is; `null` if it was not.
 */
export interface JsonDocument<T> {
  value(): T;
  /**
   * Applies changes one by one. Resolves with the new value once it is on disk. Throws an `AppError`
   * (`storage`) if writing failed; the value is unchanged then. Errors thrown by `change` are passed on, and
   * nothing is written; nor if it returns the same value.
   */
  update(change: (value: T) => T): Promise<T>;
  readonly notice: string | null;
  readonly conversion: string | null;
  readonly readOnly: boolean;
}

interface Loaded<T> {
  readonly value: T;
  readonly notice: string | null;
  readonly conversion?: string;
  readonly readOnly: boolean;
}

interface LoadOptions {
  // Converts documents of older versions in memory only: another program owns the folder.
  readonly convertOnDisk?: boolean;
}

// Opens the document of `spec` in `folder`. Always resolves; problems are in its `notice`.
export async function loadDocument<T>(
  fs: FileSystem,
  folder: string,
  spec: DocumentSpec<T>,
  { convertOnDisk = true }: LoadOptions = {},
): Promise<JsonDocument<T>> {
  requireMigrations(spec);
  const path = join(folder, `${spec.name}.json`);
  const loaded = await load(fs, path, spec, convertOnDisk);
  let value = loaded.value;
  let queue: Promise<unknown> = Promise.resolve();

  const write = async (change: (value: T) => T): Promise<T> => {
    const changed = change(value);
    if (changed === value) return value;
    const next = z.parse(spec.schema, changed);
    if (loaded.readOnly) throw readOnlyError(path, loaded.notice);
    const text = serializeDocument(spec, next);
    try {
      await writeAtomic(fs, path, text);
    } catch (error) {
      throw writeError(path, error);
    }
    value = next;
    // The copy allows recovery if the file is damaged later. After a crash between both writes it is the
    // previous version, which is whole too. The document itself is written, so a failure here is no failure.
    await writeAtomic(fs, `${path}.bak`, text).catch(() => undefined);
    return value;
  };

  return {
    value: () => value,
    notice: loaded.notice,
    conversion: loaded.conversion ?? null,
    readOnly: loaded.readOnly,
    update(change) {
      const turn = queue.then(() => write(change));
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function load<T>(
  fs: FileSystem,
  path: string,
  spec: DocumentSpec<T>,
  convertOnDisk: boolean,
): Promise<Loaded<T>> {
  const main = await readDocument(fs, path, spec);
  if (main.kind === 'good') return { value: main.value, notice: null, readOnly: false };
  if (main.kind === 'older') return convertOnDisk ? convert(fs, path, spec, main) : openOlder(main);
  if (main.kind === 'newer') return openNewer(path, spec, main);
  if (main.kind === 'unsupported') return openUnsupported(path, spec, main);
  if (main.kind === 'unreadable') {
    const notice = `${path} could not be read (${main.why}). Nothing will be written to it until the studio is restarted.`;
    return { value: spec.initial, notice, readOnly: true };
  }
  const backup = await readDocument(fs, `${path}.bak`, spec);
  if (main.kind === 'missing' && backup.kind === 'missing') {
    return { value: spec.initial, notice: null, readOnly: false };
  }
  return restore(
    fs,
    path,
    spec,
    main.kind === 'bad' ? main.why : 'it is missing',
    main.kind === 'bad',
    backup,
  );
}

type Older<T> = Extract<ParsedDocument<T>, { readonly kind: 'older' }> & { readonly text: string };

type Read<T> =
  | Exclude<ParsedDocument<T>, { readonly kind: 'older' }>
  | Older<T>
  | { readonly kind: 'missing' }
  /** It may be intact, and must not be replaced. */
  | { readonly kind: 'unreadable'; readonly why: string };

async function readDocument<T>(fs: FileSystem, path: string, spec: DocumentSpec<T>): Promise<Read<T>> {
  let text: string;
  try {
    text = await fs.readFile(path, 'utf8');
  } catch (error) {
    const code = errorCodeOf(error);
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', why: code ?? 'unknown error' };
  }
  const parsed = parseDocument(spec, text);
  return parsed.kind === 'older' ? { ...parsed, text } : parsed;
}

// Writes the file anew, after a copy of the old one, which an older studio could still open.
async function convert<T>(
  fs: FileSystem,
  path: string,
  spec: DocumentSpec<T>,
  older: Older<T>,
): Promise<Loaded<T>> {
  try {
    const copy = await keepCopy(fs, path, older);
    const text = serializeDocument(spec, older.value);
    await writeAtomic(fs, path, text);
    await writeAtomic(fs, `${path}.bak`, text).catch(() => undefined);
    const conversion = `${path} was converted from version ${older.version} to ${spec.version}. A copy of the old file is ${copy}.`;
    return { ...openOlder(older), conversion };
  } catch (error) {
    const notice = `${path} was written by an older studio and could not be converted: ${systemErrorReason(error)}. Nothing will be written to it until the studio is restarted.`;
    return { value: older.value, notice, readOnly: true };
  }
}

function openOlder<T>({ value }: Older<T>): Loaded<T> {
  return { value, notice: null, readOnly: false };
}

// Returns the path of the copy. The document store removes such copies after a while.
async function keepCopy<T>(fs: FileSystem, path: string, { version, text }: Older<T>): Promise<string> {
  const base = `${path}.v${version}`;
  // A start that was killed before the conversion has made it.
  if ((await fs.readFile(base, 'utf8').catch(() => null)) === text) return base;
  const copy = await freePath(fs, base);
  await writeAtomic(fs, copy, text);
  return copy;
}

async function restore<T>(
  fs: FileSystem,
  path: string,
  spec: DocumentSpec<T>,
  why: string,
  present: boolean,
  backup: Read<T>,
): Promise<Loaded<T>> {
  const sentences: string[] = [`${path} could not be used: ${why}.`];
  try {
    if (present) sentences.push(`It was moved to ${await putAside(fs, path)}.`);
    if (backup.kind === 'bad') {
      sentences.push(`Its backup is broken too and was moved to ${await putAside(fs, `${path}.bak`)}.`);
    }
    if (backup.kind === 'older') await keepCopy(fs, path, backup);
    if (backup.kind === 'good' || backup.kind === 'older') {
      await writeAtomic(fs, path, serializeDocument(spec, backup.value));
      sentences.push('The last good backup was restored.');
      return { value: backup.value, notice: sentences.join(' '), readOnly: false };
    }
  } catch (error) {
    sentences.push(
      `It could not be repaired (${errorCodeOf(error) ?? 'unknown error'}), so nothing will be written.`,
    );
    const value = backup.kind === 'good' || backup.kind === 'older' ? backup.value : spec.initial;
    return { value, notice: sentences.join(' '), readOnly: true };
  }
  if (backup.kind === 'newer') return openNewer(`${path}.bak`, spec, backup);
  if (backup.kind === 'unsupported') return openUnsupported(`${path}.bak`, spec, backup);
  if (backup.kind === 'unreadable') {
    sentences.push(`Its backup could not be read (${backup.why}), so nothing will be written.`);
    return { value: spec.initial, notice: sentences.join(' '), readOnly: true };
  }
  sentences.push('There was no good backup, so the studio starts with an empty file.');
  return { value: spec.initial, notice: sentences.join(' '), readOnly: false };
}

function openNewer<T>(
  path: string,
  spec: DocumentSpec<T>,
  { version, data }: { readonly version: number; readonly data: unknown },
): Loaded<T> {
  const parsed = z.safeParse(spec.schema, data);
  const sentence = parsed.success ? 'It is read-only here.' : 'It can’t be read or changed here.';
  const notice = `${path} was written by a newer studio (version ${version}; this studio supports up to ${spec.version}). ${sentence}`;
  return { value: parsed.success ? parsed.data : spec.initial, notice, readOnly: true };
}

function openUnsupported<T>(
  path: string,
  spec: DocumentSpec<T>,
  { version }: { readonly version: number },
): Loaded<T> {
  const notice = `${path} is undamaged, but was written by a studio whose version ${version} of it is not known here. It can’t be read or changed here.`;
  return { value: spec.initial, notice, readOnly: true };
}

async function putAside(fs: FileSystem, path: string): Promise<string> {
  const target = await freePath(fs, `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await fs.rename(path, target);
  return target;
}

// A rename overwrites: two broken files within a millisecond must not become one.
async function freePath(fs: FileSystem, base: string): Promise<string> {
  const existingNames = new Set(await fs.readdir(dirname(base)));
  for (let n = 1; ; n += 1) {
    const target = n === 1 ? base : `${base}-${n}`;
    if (!existingNames.has(basename(target))) return target;
  }
}

function readOnlyError(path: string, notice: string | null): AppError {
  return new AppError('storage', notice ?? `${path} can't be changed now.`, {
    hint: 'Update the studio, or move the file away and restart.',
    details: { where: path },
  });
}

function writeError(path: string, error: unknown): AppError {
  const code = errorCodeOf(error) ?? 'unknown error';
  return new AppError('storage', `${path} could not be written: ${systemErrorReason(error)}.`, {
    hint: 'Earlier data is safe. Fix the problem and try again.',
    details: { where: path, code },
    cause: error,
  });
}
