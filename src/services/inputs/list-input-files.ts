import pLimit from 'p-limit';
import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { inputEnding } from '../../shared/inputs/input-path.ts';
import type { InputFile } from '../../shared/model/input-file.ts';
import { leadsToNetwork } from '../projects/network-path.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { errorCodeOf } from '../storage/atomic-write.ts';
import { sweepDraftsIn } from '../storage/sweep-leftovers.ts';
import { deepestInput } from './locate-input-file.ts';

const readsAtOnce = 16;

const writtenEndings = [inputEnding, '.test.ts', '.py'];

// The files of a folder and those below it, by path, at most `limit`. Empty for a folder that does not exist. Removes what
// killed studios left half-written there.
export async function listInputFiles(
  folder: string,
  limit: number,
): Promise<{ files: InputFile[]; isCut: boolean }> {
  if (await leadsToNetwork(folder, dirname(folder))) {
    throw new AppError(
      'forbidden',
      'The folder of inputs is a link to another computer, which is not followed.',
      {
        hint: 'Choose the folder itself, or put the inputs into the project.',
      },
    );
  }
  const paths: string[] = [];
  let isCut = false;
  const unread: string[] = [''];
  for (let subfolder = unread.shift(); subfolder !== undefined && !isCut; subfolder = unread.shift()) {
    const entries = await readdir(join(folder, subfolder), { withFileTypes: true }).catch(
      (error: unknown) => {
        if (errorCodeOf(error) === 'ENOENT') return [];
        throw new AppError(
          'storage',
          `The folder ${escapeControls(join(folder, subfolder as string))} could not be read.`,
          {
            hint: 'Check its permissions.',
            details: { reason: errorCodeOf(error) ?? String(error) },
          },
        );
      },
    );
    if (entries.some(({ name }) => name.endsWith('.tmp')))
      await sweepDraftsIn(join(folder, subfolder), writtenEndings);
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = subfolder === '' ? entry.name : `${subfolder}/${entry.name}`;
      if (entry.isDirectory() && path.split('/').length < deepestInput) unread.push(path);
      else if (entry.isFile() && entry.name.endsWith(inputEnding)) paths.push(path);
      isCut = paths.length > limit;
      if (isCut) break;
    }
  }
  const inTurn = pLimit(readsAtOnce);
  const files = await Promise.all(
    paths
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .slice(0, limit)
      .map((path) =>
        inTurn(() =>
          stat(join(folder, path)).then(
            (facts) => toInputFile(path, facts),
            () => null,
          ),
        ),
      ),
  );
  return { files: files.filter((file) => file !== null), isCut };
}

export function toInputFile(path: string, { size, mtime }: Stats): InputFile {
  return { path, bytes: size, changedAt: mtime.toISOString() };
}
