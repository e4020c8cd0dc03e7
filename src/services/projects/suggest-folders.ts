import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';

const maxSuggestions = 20;

// Folders that begin with a typed path: absolute, or in the home folder (`~/`). Hidden ones only if asked for.
export async function suggestFolders(text: string): Promise<string[]> {
  const path = /^~[/\\]/.test(text)
    ? join(homedir(), text.slice(2)) + (/[/\\]$/.test(text) ? sep : '')
    : text;
  if (!isAbsolute(path) || path.includes('\0')) return [];
  const parentFolder = /[/\\]$/.test(path) ? path : dirname(path);
  const start = /[/\\]$/.test(path) ? '' : path.slice(parentFolder.length).replace(/^[/\\]/, '');
  try {
    const entries = await readdir(parentFolder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && entry.name.toLowerCase().startsWith(start.toLowerCase()))
      .filter((entry) => start.startsWith('.') || !entry.name.startsWith('.'))
      .map((entry) => join(parentFolder, entry.name))
      .toSorted((a, b) => a.localeCompare(b))
      .slice(0, maxSuggestions);
  } catch {
    return [];
  }
}
