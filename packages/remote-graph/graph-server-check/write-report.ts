import { randomUUID } from 'node:crypto';
import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ServerCheckError } from '../src/server-check/server-check.ts';

/** Before a check that takes a minute: makes sure that its report can be written. */
export async function ensureWritable(path: string): Promise<void> {
  const target = resolve(path);
  const isFolder = await stat(target).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (isFolder) throw new ServerCheckError(`The report can not be written: ${path} is a folder.`);
  await access(dirname(target), constants.W_OK).catch((error: unknown) => {
    throw new ServerCheckError(`The report can not be written to ${path}: ${codeOf(error)}.`);
  });
}

/** Writes a report as a whole or not at all: a file that was there stays when writing fails. */
export async function writeReport(path: string, text: string): Promise<void> {
  const target = resolve(path);
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new ServerCheckError(`The report could not be written to ${path}: ${codeOf(error)}.`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
