import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { inputEnding, inputPathProblem, testPathProblem } from '../../shared/inputs/input-path.ts';
import {
  mostInputFiles,
  mostInputText,
  type InputFile,
  type InputText,
} from '../../shared/model/inputs/input-file.ts';
import { limitConcurrency } from '../common/limit-concurrency.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { errorCodeOf } from '../storage/atomic-write.ts';

/** Levels of folders that are listed. */
const deepest = 4;
const readsAtOnce = 16;
/** A character takes at most four bytes. */
const mostBytes = 4 * mostInputText;

/** The files of an inputs folder. Nothing outside of it is read or written: links are refused, not followed. */
export interface InputFiles {
  /** By path. Empty for a folder that does not exist. */
  list(): Promise<{ readonly files: readonly InputFile[]; readonly isCut: boolean }>;
  /** Throws `not-found`, or `invalid-input` for a path out of the folder and a file that is too large or no text. */
  read(path: string): Promise<InputText>;
  /**
   * Writes a whole file: `expected` is the revision that it replaces, `null` for a new one. Throws `conflict` for
   * another one, `storage` if it can't be written; then the old file is as it was.
   */
  save(path: string, text: string, expected: string | null): Promise<InputText>;
  /** Throws `conflict` if `to` exists. */
  rename(from: string, to: string): Promise<InputFile>;
  remove(path: string): Promise<void>;
  /** Writes a regression test. Throws `conflict` if the file exists, unless it `isReplaced`. */
  saveTest(path: string, text: string, isReplaced: boolean): Promise<void>;
}

/** `folder`: absolute. It is made with the first file. Usable without a window. */
export function createInputFiles(folder: string, most = mostInputFiles): InputFiles {
  /** Writes in turn, so that a file does not change between its check and its replacement. */
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = queue.then(task);
    queue = done.catch(() => undefined);
    return done;
  };

  const locate = (path: string): Promise<string> => locateIn(folder, path);
  const read = async (path: string): Promise<InputText> => {
    const text = await readText(await locate(path), path);
    return { path, text, revision: revisionOf(text) };
  };
  const entryOf = async (path: string): Promise<InputFile> => toFile(path, await stat(await locate(path)));

  /** Where a new file goes. Its folders are made. */
  const place = async (path: string, problem = inputPathProblem(path)): Promise<string> => {
    if (problem !== null) throw unfit(path, problem);
    await makeFolders(folder, dirname(path));
    return locate(path);
  };
  const isThere = async (path: string): Promise<boolean> => {
    try {
      await lstat(await locate(path));
      return true;
    } catch (thrown) {
      if (errorCodeOf(thrown) === 'ENOENT' || (thrown instanceof AppError && thrown.code === 'not-found'))
        return false;
      throw thrown;
    }
  };

  return {
    list: () => listFolder(folder, most),
    read,
    save: (path, text, expected) =>
      inTurn(async () => {
        if (expected === null) {
          const target = await place(path);
          if (await isThere(path)) throw exists(path);
          await written(path, () => writeNew(target, text));
        } else {
          const { revision } = await read(path);
          if (revision !== expected) throw changed(path);
          const target = await locate(path);
          await written(path, () => replace(target, text));
        }
        return { path, text, revision: revisionOf(text) };
      }),
    rename: (from, to) =>
      inTurn(async () => {
        const source = await locate(from);
        await lstat(source).catch(() => Promise.reject(missing(from)));
        const target = await place(to);
        if (await isThere(to)) throw exists(to);
        await written(to, () => moveNew(source, target));
        return entryOf(to);
      }),
    saveTest: (path, text, isReplaced) =>
      inTurn(async () => {
        const target = await place(path, testPathProblem(path));
        const isFound = await isThere(path);
        if (isFound && !isReplaced) throw exists(path);
        await written(path, () => (isFound ? replace(target, text) : writeNew(target, text)));
      }),
    remove: (path) =>
      inTurn(async () => {
        const target = await locate(path);
        await written(path, () => unlink(target));
      }),
  };
}

/** A number for the bytes of a file. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The absolute path of a file whose folders are no links. Throws `invalid-input`, and `not-found` without its folder. */
async function locateIn(folder: string, path: string): Promise<string> {
  const names = path.split('/');
  const leadsOut = names.some((name) => name === '' || name === '.' || name === '..' || /[\\\0]/.test(name));
  if (leadsOut || names.length > deepest) throw unfit(path, 'It leads out of the folder of inputs.');
  const inside = join(folder, names.slice(0, -1).join('/'));
  try {
    // A link on the way would lead out of the folder, or back into it under another name.
    if ((await realpath(inside)) !== inside) throw unfit(path, 'Links are not followed.');
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw missing(path);
  }
  return join(inside, names.at(-1) ?? '');
}

async function makeFolders(folder: string, inside: string): Promise<void> {
  try {
    const names = inside === '.' ? [] : inside.split('/');
    let at = folder;
    await makeFolder(at);
    for (const name of names) {
      if ((await realpath(at)) !== at) throw unfit(inside, 'Links are not followed.');
      at = join(at, name);
      await makeFolder(at);
    }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError('storage', `The folder ${escapeControls(join(folder, inside))} could not be made.`, {
      hint: 'Check the permissions of the folder above it.',
      details: { reason: errorCodeOf(thrown) ?? String(thrown) },
    });
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (thrown) {
    if (errorCodeOf(thrown) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw thrown;
  }
}

async function listFolder(folder: string, most: number): Promise<{ files: InputFile[]; isCut: boolean }> {
  const paths: string[] = [];
  let isCut = false;
  const unread: string[] = [''];
  for (let inside = unread.shift(); inside !== undefined && !isCut; inside = unread.shift()) {
    const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch((thrown: unknown) => {
      if (errorCodeOf(thrown) === 'ENOENT') return [];
      throw new AppError(
        'storage',
        `The folder ${escapeControls(join(folder, inside as string))} could not be read.`,
        {
          hint: 'Check its permissions.',
          details: { reason: errorCodeOf(thrown) ?? String(thrown) },
        },
      );
    });
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory() && path.split('/').length < deepest) unread.push(path);
      else if (entry.isFile() && entry.name.endsWith(inputEnding)) paths.push(path);
      isCut = paths.length > most;
      if (isCut) break;
    }
  }
  const inTurn = limitConcurrency(readsAtOnce);
  const files = await Promise.all(
    paths
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .slice(0, most)
      .map((path) =>
        inTurn(() =>
          stat(join(folder, path)).then(
            (facts) => toFile(path, facts),
            () => null,
          ),
        ),
      ),
  );
  return { files: files.filter((file) => file !== null), isCut };
}

function toFile(path: string, { size, mtime }: Stats): InputFile {
  return { path, bytes: size, changedAt: mtime.toISOString() };
}

async function readText(file: string, path: string): Promise<string> {
  // Neither a link nor a pipe, which would never end, is opened.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch((thrown: unknown) => {
    const code = errorCodeOf(thrown);
    if (code === 'ENOENT') throw missing(path);
    if (code === 'ELOOP' || code === 'EMLINK') throw unfit(path, 'Links are not followed.');
    throw unreadable(path, code ?? String(thrown));
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw unreadable(path, 'it is no file');
    if (facts.size > mostBytes) throw unreadable(path, 'it is too large');
    // It may grow while it is read.
    const buffer = Buffer.alloc(Math.min(mostBytes, facts.size + 1024) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      buffer.subarray(0, length),
    );
    if (text.length > mostInputText || length === buffer.length) throw unreadable(path, 'it is too large');
    return text;
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw unreadable(
      path,
      thrown instanceof TypeError ? 'it is not UTF-8 text' : (errorCodeOf(thrown) ?? String(thrown)),
    );
  } finally {
    await handle.close();
  }
}

/** A file beside the target with the whole text, on disk. */
async function writeDraft(target: string, text: string, mode: number): Promise<string> {
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    return draft;
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

async function replace(target: string, text: string): Promise<void> {
  // A link would be replaced by a file, never followed.
  const { mode } = await lstat(target);
  const draft = await writeDraft(target, text, mode & 0o777);
  try {
    await rename(draft, target);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

/** Readable as other files of the project. Never replaces a file that somebody else wrote meanwhile. */
async function writeNew(target: string, text: string): Promise<void> {
  const draft = await writeDraft(target, text, 0o666);
  try {
    await moveNew(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** A link fails if the target exists; not all file systems have links. */
async function moveNew(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (thrown) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errorCodeOf(thrown) ?? ''))
      throw thrown;
    return rename(source, target);
  }
  await unlink(source);
}

async function written(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    const code = errorCodeOf(thrown);
    if (code === 'EEXIST') throw exists(path);
    if (code === 'ENOENT') throw missing(path);
    throw new AppError('storage', `${escapeControls(path)} could not be written.`, {
      hint: 'Check the permissions of the folder and the space on the disk.',
      details: { reason: code ?? String(thrown) },
    });
  }
}

function unfit(path: string, reason: string): AppError {
  return new AppError('invalid-input', `${escapeControls(path)} is no path of an input. ${reason}`, {
    hint: 'Choose another name.',
    details: { where: 'path' },
  });
}

function missing(path: string): AppError {
  return new AppError('not-found', `There is no input ${escapeControls(path)}.`, {
    hint: 'It may have been renamed or deleted outside the studio.',
  });
}

function unreadable(path: string, reason: string): AppError {
  return new AppError('invalid-input', `${escapeControls(path)} could not be read: ${reason}.`, {
    hint: 'The file was left as it is.',
  });
}

function exists(path: string): AppError {
  return new AppError('conflict', `There is a file ${escapeControls(path)} already.`, {
    hint: 'Choose another name. Nothing was written.',
  });
}

function changed(path: string): AppError {
  return new AppError('conflict', `${escapeControls(path)} was changed outside the studio.`, {
    hint: 'Load the file, or overwrite it. Nothing was written.',
  });
}
