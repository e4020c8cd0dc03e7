import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Whether nobody has worked with a data folder yet: it has no saved server, and no text that a window has stored. */
export function isNewFolder(folder: string): boolean {
  return !hasEntries(join(folder, 'kept')) && !existsSync(join(folder, 'connections.json'));
}

// A window that only looked leaves an empty folder.
function hasEntries(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
