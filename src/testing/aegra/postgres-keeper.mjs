// A PostgreSQL of its own for tests: a new cluster in a temporary folder, on loopback and a free port. Tells its port, and
// ends and removes everything when its standard input is closed, however the program that started it ends.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './find-postgres.mjs';

const programs = findPostgres();
const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
// PostgreSQL refuses to run as root; nobody (65534) may do what it likes in this folder only.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
const data = join(folder, 'data');
/** @type {import('node:child_process').ChildProcess | null} */
let server = null;

function end(/** @type {number} */ code) {
  const removed = () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  };
  if (server === null || server.exitCode !== null) return removed();
  server.removeAllListeners('exit');
  server.once('exit', removed);
  // Immediate shutdown: nobody needs the data.
  server.kill('SIGQUIT');
}

process.stdin.on('end', () => end(0)).resume();
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end(0));

const made = spawnSync(
  programs.initdb,
  [
    '--pgdata',
    data,
    '--username',
    'aegra',
    '--auth',
    'trust',
    '--no-sync',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
  ],
  { ...user, cwd: folder, encoding: 'utf8' },
);
if (made.status !== 0) {
  process.stderr.write(made.stderr || String(made.error));
  end(1);
} else {
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=500',
    // Of a crash nothing has to be saved.
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  server = spawn(programs.postgres, args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  let isReady = false;
  server.stderr?.on('data', (text) => {
    if (isReady) return;
    output += String(text);
    if (!output.includes('ready to accept connections')) return;
    isReady = true;
    process.stdout.write(`${JSON.stringify({ port })}\n`);
  });
  server.once('exit', (code) => {
    process.stderr.write(`PostgreSQL ended with ${code}:\n${output}`);
    end(1);
  });
}

/** @returns {Promise<number>} */
function freePort() {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
