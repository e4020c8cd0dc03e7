import { createHash } from 'node:crypto';
import { mkdir, realpath, rm, lstat, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { errorCodeOf } from './atomic-write.ts';
import { systemErrorReason } from './system-error-reason.ts';
import { exposureOf } from './private-folder.ts';

/** Holds a data folder for this process, until it is released or the process ends. */
export interface FolderLock {
  release(): Promise<void>;
}

const maxSocketPathLength = 100;

// Time limit in milliseconds for the holder to identify itself.
const holderTimeoutMs = 5_000;

// Longest time in milliseconds that a start killed during a takeover blocks others.
const takeoverMs = 3_000;

/**
 * Locks a folder, created if missing, for one studio: two would overwrite each other's
 * files. The lock is a listening socket, which the system closes when its process dies, so that nothing needs
 * cleaning up. Every spelling of a path has the same lock. `who` is reported to the next process
 * that wants it: `web host, process 4711`. Throws `AppError` (`storage`) if it is held.
 */
export async function lockFolder(folder: string, who: string): Promise<FolderLock> {
  try {
    return await takeLock(folder, who);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('storage', `The data folder ${folder} can't be locked: ${systemErrorReason(error)}.`, {
      hint: 'Make it writable, or set REMOTE_GRAPH_STUDIO_DATA to another folder.',
      details: { where: folder, code: errorCodeOf(error) ?? 'unknown' },
      cause: error,
    });
  }
}

async function takeLock(folder: string, who: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await socketPath(folder);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const server = await listen(path, who);
    if (server) return { release: () => close(server) };
    const holder = await queryHolder(path);
    if (holder !== null) throw inUse(folder, holder);
    await clearDeadSocket(path);
  }
  throw inUse(folder, 'another program');
}

// The folder's own `studio.lock`, or one in a folder that only this user can enter: another user who could create it
// first would lock the studio out or lie about the holder.
async function socketPath(folder: string): Promise<string> {
  const real = await realpath(folder);
  if (process.platform === 'win32') return pipeName(real);
  const inside = join(real, 'studio.lock');
  if (Buffer.byteLength(inside) <= maxSocketPathLength) return inside;
  const { dev, ino } = await stat(real, { bigint: true });
  return join(await userLocksFolder(), `${digest(`${dev}:${ino}`)}.lock`);
}

// Name of a folder's pipe on Windows, where paths ignore case. `real`: free of links.
export function pipeName(real: string): string {
  return `\\\\.\\pipe\\remote-graph-studio-${digest(real.toLowerCase())}`;
}

// For folders with long paths. Independent of environment variables, which may differ between starts.
async function userLocksFolder(uid = process.getuid?.() ?? 0): Promise<string> {
  const path = `/tmp/remote-graph-studio-${uid}`;
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  });
  // Not `stat`: a link may lead to anybody's folder.
  const facts = await lstat(path);
  if (facts.isDirectory() && exposureOf(facts, uid) === 'private') return path;
  throw new AppError('storage', `Other users can access the folder ${path}, so it can't be used for locks.`, {
    hint: 'Remove it, or set REMOTE_GRAPH_STUDIO_DATA to a data folder with a shorter path.',
  });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

// `null` if something exists at that path already.
function listen(path: string, who: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      // A client that does not hang up must not keep the lock's holder from ending.
      socket.end(who, () => socket.destroySoon());
    });
    server.once('error', (error) => {
      if (errorCodeOf(error) === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(path, () => {
      // The lock alone keeps no process alive.
      server.unref();
      resolve(server);
    });
  });
}

// The holder's `who`; `null` if nobody listens any more.
function queryHolder(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let output = '';
    const socket = connect(path);
    const timer = setTimeout(() => settle('a program that does not answer'), holderTimeoutMs);
    const settle = (holder: string | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(holder);
    };
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (output = (output + text).slice(0, 200)));
    socket.on('end', () => settle(escapeControls(output) || 'another program'));
    socket.on('error', (error) => {
      const code = errorCodeOf(error);
      settle(code === 'ECONNREFUSED' || code === 'ENOENT' ? null : 'another program');
    });
  });
}

// Removes a dead holder's socket. Only one start at a time may, so that a later one does not remove a new lock.
async function clearDeadSocket(path: string): Promise<void> {
  const takeoverFolder = `${path}.takeover`;
  try {
    await mkdir(takeoverFolder);
  } catch {
    const stats = await stat(takeoverFolder).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > takeoverMs)
      await rm(takeoverFolder, { recursive: true, force: true });
    await pause(100);
    return;
  }
  try {
    if ((await queryHolder(path)) === null) await rm(path, { force: true });
  } finally {
    await rm(takeoverFolder, { recursive: true, force: true });
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function inUse(folder: string, holder: string): AppError {
  return new AppError('storage', `Another studio is using the data folder ${folder}: ${holder}.`, {
    hint: 'Use that one, or close it first. To run a second studio, set REMOTE_GRAPH_STUDIO_DATA to another folder.',
    details: { where: folder, holder },
  });
}
