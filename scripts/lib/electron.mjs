import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * @typedef {object} ElectronFound
 * @property {string | null} executable
 * @property {string} reason Why there is none, as the end of a sentence; empty when there is one.
 */

/**
 * Finds Electron's program, and fetches it when it is missing. Its package brings no binary since version 42, and what
 * fetches it lazily has no time limit, so both are done here: a server that does not answer, or stops sending, costs
 * `stallMs` and no more. Never rejects.
 * @param {{ stallMs?: number, totalMs?: number, fetch?: boolean, log?: (line: string) => void }} [options]
 * @returns {Promise<ElectronFound>}
 */
export async function ensureElectron({ stallMs = 5_000, totalMs = 180_000, fetch = true, log } = {}) {
  const chosen = process.env['ELECTRON_EXEC_PATH'];
  if (chosen) return existsSync(chosen) ? available(chosen) : missing(`ELECTRON_EXEC_PATH is not a file`);
  const folder = packageFolder();
  if (folder === null) return missing('its package is not installed');
  const installed = installedProgram(folder);
  if (installed !== null) return available(installed);
  if (!fetch || process.env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return missing('its runtime is not installed');
  const { host, problem } = await probe(folder, stallMs);
  if (problem !== null)
    return missing(`its runtime could not be downloaded: ${host} is unreachable (${problem})`);
  const needed = oldNode(folder);
  if (needed !== null)
    return missing(`its installer needs Node.js ${needed} or newer, and this is ${process.versions.node}`);
  log?.('Downloading the Electron runtime (once, about 100 MB)...');
  const failure = await download(folder, stallMs, totalMs);
  const program = installedProgram(folder);
  return program === null ? missing(`its runtime could not be downloaded: ${failure}`) : available(program);
}

function packageFolder() {
  try {
    return dirname(require.resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/** @param {string} folder @returns {string | null} */
function installedProgram(folder) {
  try {
    const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist');
    const version = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
    const program = join(dist, readFileSync(join(folder, 'path.txt'), 'utf8'));
    return version === versionOf(folder) && existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/** The Node.js that Electron's installer needs, if this one is older; else `null`. @param {string} folder */
function oldNode(folder) {
  const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const needed = /^>=\s*(\d+)\.(\d+)\.(\d+)$/.exec(engines?.node ?? '');
  if (!needed) return null;
  const version = process.versions.node.split('.').map(Number);
  for (const [index, number] of needed.slice(1).map(Number).entries()) {
    if ((version[index] ?? 0) !== number)
      return (version[index] ?? 0) < number ? needed.slice(1).join('.') : null;
  }
  return null;
}

/** @param {string} folder @returns {string} */
const versionOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/**
 * Asks the server for the smallest file of the release, so that a network without it is noticed at once.
 * @param {string} folder @param {number} timeoutMs
 * @returns {Promise<{ host: string, problem: string | null }>}
 */
async function probe(folder, timeoutMs) {
  const mirror =
    process.env['ELECTRON_MIRROR'] ??
    process.env['npm_config_electron_mirror'] ??
    'https://github.com/electron/electron/releases/download/';
  const { host } = URL.canParse(mirror) ? new URL(mirror) : { host: mirror };
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new DOMException('Too late.', 'TimeoutError')), timeoutMs);
  try {
    const url = `${mirror}v${versionOf(folder)}/SHASUMS256.txt`;
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: abort.signal });
    return { host, problem: null };
  } catch (error) {
    return { host, problem: describe(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {unknown} error */
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (error.name === 'TimeoutError') return 'no response';
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

/**
 * Runs the package's own installer, which checks the download's checksum, for as long as bytes arrive.
 * @param {string} folder @param {number} stallMs @param {number} totalMs
 * @returns {Promise<string>} What went wrong, if anything did.
 */
function download(folder, stallMs, totalMs) {
  const temp = mkdtempSync(join(tmpdir(), 'electron-fetch-'));
  const env = { ...process.env, TMPDIR: temp, TEMP: temp, TMP: temp };
  const child = spawn(process.execPath, [join(folder, 'install.js')], { env, stdio: 'ignore' });
  const started = Date.now();
  let failure = 'the download failed';
  let size = 0;
  let grownAt = Date.now();
  const giveUp = (/** @type {string} */ why) => {
    failure = why;
    child.kill('SIGKILL');
  };
  const watch = setInterval(() => {
    const now = sizeOf(temp) + sizeOf(join(folder, 'dist'));
    if (now !== size) grownAt = Date.now();
    size = now;
    if (Date.now() - grownAt > stallMs) giveUp('the download stopped');
    else if (Date.now() - started > totalMs) giveUp('the download timed out');
  }, 250);
  return new Promise((resolve) => {
    const settle = () => {
      clearInterval(watch);
      try {
        rmSync(temp, { recursive: true, force: true });
      } catch {
        // The killed installer still holds it; the system cleans up its temporary files.
      }
      resolve(failure);
    };
    child.once('error', settle);
    child.once('exit', settle);
  });
}

/** @param {string} folder @returns {number} Bytes of all files in it. */
function sizeOf(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce(
        (sum, entry) =>
          sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
  } catch {
    return 0;
  }
}

/** @param {string} executable @returns {ElectronFound} */
const available = (executable) => ({ executable, reason: '' });

/** @param {string} reason @returns {ElectronFound} */
const missing = (reason) => ({ executable: null, reason });
