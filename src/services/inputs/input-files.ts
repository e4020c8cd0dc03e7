import pLimit from 'p-limit';
import { createHash } from 'node:crypto';
import { lstat, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { inputPathProblem, testPathProblem } from '../../shared/inputs/input-path.ts';
import { maxInputFiles, type InputFile, type InputText } from '../../shared/model/input-file.ts';
import { errorCodeOf } from '../storage/atomic-write.ts';
import { inputChanged, inputExists, missingInput, unfitPath } from './input-file-errors.ts';
import { listInputFiles, toInputFile } from './list-input-files.ts';
import { locateInputFile, makeInputFolders } from './locate-input-file.ts';
import { readInputFile } from './read-input-file.ts';
import { moveToNew, replaceInputFile, reportWrite, writeNewInputFile } from './write-input-file.ts';

/** The files of an inputs folder. Nothing outside of it is read or written: links are refused, not followed. */
export interface InputFiles {
  /** By path. Empty for a folder that does not exist. */
  list(): Promise<{ readonly files: readonly InputFile[]; readonly isCut: boolean }>;
  /**
   * Throws `not-found`, `invalid-input` for a path out of the folder and a file that is too large or no text, or `storage` if the
   * system can't read it now.
   */
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

// `folder`: absolute. It is made with the first file. Usable without a window.
export function createInputFiles(folder: string, limit = maxInputFiles): InputFiles {
  // Writes in turn, so that a file does not change between its check and its replacement.
  const inTurn = pLimit(1);

  const locate = (path: string): Promise<string> => locateInputFile(folder, path);
  const read = async (path: string): Promise<InputText> => {
    const text = await readInputFile(await locate(path), path);
    return { path, text, revision: revisionOf(text) };
  };
  const entryOf = async (path: string): Promise<InputFile> =>
    toInputFile(path, await stat(await locate(path)));

  const place = async (path: string, problem = inputPathProblem(path)): Promise<string> => {
    if (problem !== null) throw unfitPath(path, problem);
    await makeInputFolders(folder, dirname(path));
    return locate(path);
  };
  const isThere = async (path: string): Promise<boolean> => {
    try {
      await lstat(await locate(path));
      return true;
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT' || (error instanceof AppError && error.code === 'not-found'))
        return false;
      throw error;
    }
  };

  return {
    list: () => listInputFiles(folder, limit),
    read,
    save: (path, text, expected) =>
      inTurn(async () => {
        if (expected === null) {
          const target = await place(path);
          if (await isThere(path)) throw inputExists(path);
          await reportWrite(path, () => writeNewInputFile(target, text));
        } else {
          const { revision } = await read(path);
          if (revision !== expected) throw inputChanged(path);
          const target = await locate(path);
          await reportWrite(path, () => replaceInputFile(target, text));
        }
        return { path, text, revision: revisionOf(text) };
      }),
    rename: (from, to) =>
      inTurn(async () => {
        const source = await locate(from);
        await lstat(source).catch(() => Promise.reject(missingInput(from)));
        const target = await place(to);
        if (await isThere(to)) throw inputExists(to);
        await reportWrite(to, () => moveToNew(source, target));
        return entryOf(to);
      }),
    saveTest: (path, text, isReplaced) =>
      inTurn(async () => {
        const target = await place(path, testPathProblem(path));
        const isFound = await isThere(path);
        if (isFound && !isReplaced) throw inputExists(path);
        await reportWrite(path, () =>
          isFound ? replaceInputFile(target, text) : writeNewInputFile(target, text),
        );
      }),
    remove: (path) =>
      inTurn(async () => {
        const target = await locate(path);
        await reportWrite(path, () => unlink(target));
      }),
  };
}

/** A number for the bytes of a file. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
