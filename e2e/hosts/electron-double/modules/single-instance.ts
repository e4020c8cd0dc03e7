import { mkdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a second instance leaves for the first one. */
interface Note {
  readonly argv: string[];
  readonly cwd: string;
}

/**
 * One instance per profile. The first one owns a lock file with its process ID; a later one finds that
 * process alive, leaves a note next to the lock and gets `false`.
 */
export function takeInstanceLock(profile: string, onSecond: (note: Note) => void): boolean {
  const folder = join(profile, 'electron-double-instance');
  const lock = join(folder, 'lock');
  const note = join(folder, 'note');
  mkdirSync(folder, { recursive: true });
  const owner = readOwner(lock);
  if (owner !== null && isAlive(owner)) {
    // Renamed into place, so that the first one never reads half of it.
    writeFileSync(`${note}.new`, JSON.stringify({ argv: process.argv, cwd: process.cwd() } satisfies Note));
    renameSync(`${note}.new`, note);
    return false;
  }
  rmSync(note, { force: true });
  writeFileSync(lock, String(process.pid));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  watch(folder, (_kind, name) => {
    if (name !== 'note') return;
    const left = readNote(note);
    rmSync(note, { force: true });
    if (left) onSecond(left);
  }).unref();
  return true;
}

function readOwner(lock: string): number | null {
  try {
    return Number(readFileSync(lock, 'utf8')) || null;
  } catch {
    return null;
  }
}

function readNote(note: string): Note | null {
  try {
    return JSON.parse(readFileSync(note, 'utf8')) as Note;
  } catch {
    // Already taken: a note can be announced more than once.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
