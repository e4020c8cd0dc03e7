import { homedir } from 'node:os';
import { prepareDataFolder, type DataFolder } from '../services/storage/private-folder.ts';
import { dataFolderPath } from './data-folder-path.ts';

/** Creates or checks the data folder. Throws `AppError` (`storage`) if it can't be used. */
export function openDataFolder(chosen?: string): Promise<DataFolder> {
  return prepareDataFolder(chosen ?? defaultDataFolder());
}

export function defaultDataFolder(): string {
  return dataFolderPath({ os: process.platform, env: process.env, home: homedir() });
}
