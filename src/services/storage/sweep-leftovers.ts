import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryName } from './atomic-write.ts';

// Folders of the data folder in which files are replaced whole, by way of a temporary file.
const documentFolders = ['', 'breakpoints', 'experiments', 'kept', 'run-logs'];

// Folders in which everything belongs to the process that made it.
const scratchFolders = ['runs', join('recordings', '.drafts'), join('recordings', '.uploads')];

/**
 * Removes what a killed studio left half-written in its data folder: temporary files, logs of runs that had not ended,
 * drafts and uploads of recordings, recordings that were being unpacked. Only for the process that has locked the
 * folder; what is younger than this process is its own. Never rejects: the next start tries again.
 */
export async function sweepLeftovers(dataFolder: string): Promise<void> {
  for (const folder of documentFolders) await removeOld(join(dataFolder, folder), isTemporary);
  for (const folder of scratchFolders) await removeOld(join(dataFolder, folder), () => true);
  await removeOld(join(dataFolder, 'recordings'), (name) => /^\.[0-9a-f-]{36}$/.test(name));
  // Written before what makes them valid.
  await removeUnfinished(join(dataFolder, 'run-logs'), /^([0-9a-f]{40})\.(?:log|part)$/, '.json');
  await removeUnfinished(join(dataFolder, 'experiments'), /^([0-9a-f-]{36})\.inputs\.json$/, '.jsonl');
}

async function removeUnfinished(folder: string, pattern: RegExp, ending: string): Promise<void> {
  const names = new Set(await readdir(folder).catch((): string[] => []));
  await removeOld(folder, (name) => {
    const [, start] = pattern.exec(name) ?? [];
    return start !== undefined && (!names.has(`${start}${ending}`) || name.endsWith('.part'));
  });
}

export async function sweepDraftsOf(folder: string, baseName: string): Promise<void> {
  await removeOld(folder, (name) => isTemporary(name) && name.startsWith(`.${baseName}.`));
}

/** Removes files that killed writers left in a folder that is not the studio's own. */
export async function sweepDraftsIn(folder: string, endings: readonly string[]): Promise<void> {
  await removeOld(folder, (name) => {
    const [, baseName] = temporaryName.exec(name) ?? [];
    return baseName !== undefined && endings.some((ending) => baseName.endsWith(ending));
  });
}

function isTemporary(name: string): boolean {
  return temporaryName.test(name);
}

async function removeOld(folder: string, isMeant: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder).catch((): string[] => [])).filter(isMeant)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtimeMs < performance.timeOrigin)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
