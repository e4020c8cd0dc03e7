import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import { errorCodeOf } from './atomic-write.ts';

/** Holds a data folder for this process, until it is released or the process ends in any way. */
export interface FolderLock {
  release(): Promise<void>;
}

/** The system gives no longer path to a socket. */
const longestSocketPath = 100;

/** How long the holder may take to say who it is. */
const answerMs = 1_000;

/** A start that was killed while it took over a dead holder's place stands in the way no longer than this. */
const takeoverMs = 3_000;

/**
 * Takes a folder, which is made when it is missing, for one studio (rows D-5 and H-15): two would overwrite each
 * other's files. The lock is a listening socket, which the system closes when its process dies, so that nothing is left
 * to be cleaned by hand.
 * `who` is told to the next one that wants it: `web host, process 4711`. Throws `AppError` (`storage`) when it is held.
 */
export async function lockFolder(folder: string, who: string): Promise<FolderLock> {
  const path = socketPath(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const server = await listen(path, who);
    if (server) return { release: () => close(server) };
    const holder = await askHolder(path);
    if (holder !== null) throw inUse(folder, holder);
    await clearDeadSocket(path);
  }
  throw inUse(folder, 'another program');
}

function socketPath(folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\remote-graph-studio-${digest}`;
  const inside = join(folder, 'studio.lock');
  return Buffer.byteLength(inside) <= longestSocketPath
    ? inside
    : join(tmpdir(), `remote-graph-studio-${digest}.lock`);
}

/** `null` when something is at that path already. */
function listen(path: string, who: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(who);
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

/** Who listens there; `null` when nobody does any more. */
function askHolder(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(path);
    const timer = setTimeout(() => settle('another program'), answerMs);
    const settle = (holder: string | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(holder);
    };
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (said = (said + text).slice(0, 200)));
    socket.on('end', () => settle(said || 'another program'));
    socket.on('error', (error) => {
      const code = errorCodeOf(error);
      settle(code === 'ECONNREFUSED' || code === 'ENOENT' ? null : 'another program');
    });
  });
}

/** Removes the socket of a holder that died. Only one start at a time may: a later one must not remove a new lock. */
async function clearDeadSocket(path: string): Promise<void> {
  const turn = `${path}.takeover`;
  try {
    await mkdir(turn);
  } catch {
    const made = await stat(turn).catch(() => null);
    if (made && Date.now() - made.mtimeMs > takeoverMs) await rm(turn, { recursive: true, force: true });
    await pause(100);
    return;
  }
  try {
    if ((await askHolder(path)) === null) await rm(path, { force: true });
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function inUse(folder: string, holder: string): AppError {
  return new AppError('storage', `Another studio uses the data folder ${folder}: ${holder}.`, {
    hint: 'Use that one, or end it first. REMOTE_GRAPH_STUDIO_DATA names another folder for a second studio.',
    details: { where: folder, holder },
  });
}
