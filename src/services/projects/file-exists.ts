import { stat } from 'node:fs/promises';
import { leadsToNetwork } from './network-path.ts';

/** Whether there is a file. A link to another computer is not followed, and counts as none. */
export async function fileExists(path: string): Promise<boolean> {
  if (await leadsToNetwork(path, path)) return false;
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
