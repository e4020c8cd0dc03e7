import { lstat, writeFile } from 'node:fs/promises';
import { replaceFile } from '../../services/storage/replace-file.ts';

// Whole or not at all, so that CI never reads half a report. A link or a device, such as /dev/stdout, stays what it is.
export async function writeReport(target: string, text: string): Promise<void> {
  const info = await lstat(target).catch(() => null);
  if (info !== null && !info.isFile()) await writeFile(target, text);
  else await replaceFile(target, (draft) => writeFile(draft, text, { flag: 'wx', flush: true }));
}
