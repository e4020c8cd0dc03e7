import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { contentStamp } from './content-stamp.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process/run.mjs';

/**
 * A server in Python.
 * @typedef {object} PythonServerPackage
 * @property {string} title
 * @property {string} folder Of its virtual environment, in `.cache`.
 * @property {string} lockFile
 * @property {readonly string[]} versions Of Python for which every package of the lock file has a built wheel, newest first.
 * @property {readonly string[]} built Packages without a wheel, which are pure Python.
 */

/** @type {PythonServerPackage} */
export const officialPython = {
  title: 'the Python server',
  folder: 'python-servers',
  lockFile: 'src/testing/python-server/requirements.lock',
  versions: ['3.13', '3.12', '3.11'],
  built: ['forbiddenfruit'],
};

/** @type {PythonServerPackage} */
export const aegra = {
  title: 'Aegra',
  folder: 'aegra',
  lockFile: 'src/testing/aegra/requirements.lock',
  versions: ['3.13', '3.12'],
  built: [],
};

/** @type {PythonServerPackage} */
export const phoenix = {
  title: 'Arize Phoenix',
  folder: 'phoenix',
  lockFile: 'src/testing/traces/phoenix-requirements.lock',
  versions: ['3.13', '3.12', '3.11'],
  built: [],
};

/** @type {PythonServerPackage} */
export const fileServers = {
  title: 'the servers of files',
  folder: 'file-servers',
  lockFile: 'src/testing/file-servers/requirements.lock',
  versions: ['3.13', '3.12', '3.11'],
  built: [],
};

/** This machine can't run a server in Python. The message says what it needs. */
export class PythonIsMissing extends Error {}

/**
 * Makes a virtual environment with a server in `.cache`, exactly as its lock file says, unless it is there.
 * @param {PythonServerPackage} server @param {{ log: (line: string) => void }} options
 * @returns {Promise<string>} Its Python.
 */
export async function installPythonServer(server, { log }) {
  const { title, folder, lockFile, built } = server;
  const target = inRoot('.cache', folder);
  const python = pythonOf(join(target, 'venv'));
  const stampFile = join(target, 'stamp');
  const stamp = contentStamp([lockFile]);
  if (existsSync(python) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return python;
  const base = await findPython(server);
  log(`Installing ${title} for ${base.version} (once)...`);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const made = await run(base.program, ['-m', 'venv', join(target, 'venv')]);
  if (made.code !== 0) {
    throw new PythonIsMissing(
      `${base.program} (${base.version}) can't make a virtual environment. On Debian and Ubuntu: apt install python3-venv.\n${made.output}`,
    );
  }
  const lock = readFileSync(inRoot(lockFile), 'utf8');
  const installers = join(target, 'installers.txt');
  const install = async (/** @type {string[]} */ ...args) => {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '--require-hashes'];
    const { code, output } = await run(python, ['-m', 'pip', 'install', ...options, ...args]);
    if (code !== 0) throw new Error(`${title} could not be installed.\n${output}`);
  };
  if (built.length > 0) {
    // Without isolation they are built by what is installed before them.
    writeFileSync(installers, lockEntry(server, lock, 'setuptools'));
    await install('--only-binary', ':all:', '-r', installers);
  }
  const withoutWheel = built.length > 0 ? ['--no-binary', built.join(','), '--no-build-isolation'] : [];
  await install('--only-binary', ':all:', ...withoutWheel, '-r', inRoot(lockFile));
  writeFileSync(stampFile, stamp);
  return python;
}

/** What a lock file says about one package. @param {PythonServerPackage} server @param {string} lock @param {string} name */
function lockEntry({ lockFile }, lock, name) {
  const [entry] = new RegExp(`^${name}==.*(?:\\n {4}.*)*`, 'm').exec(lock) ?? [];
  if (entry === undefined) throw new Error(`${lockFile} does not have ${name}.`);
  return `${entry}\n`;
}

/** @param {string} environment */
function pythonOf(environment) {
  return process.platform === 'win32'
    ? join(environment, 'Scripts', 'python.exe')
    : join(environment, 'bin', 'python');
}

/** The program of `PYTHON`, or the newest that the machine has. @param {PythonServerPackage} server */
async function findPython({ title, versions }) {
  const named = process.env['PYTHON'];
  const usual = [...versions.map((version) => `python${version}`), 'python3', 'python', ...pyenvPythons()];
  const programs = named ? [named] : usual;
  /** @type {string[]} */
  const others = [];
  for (const program of programs) {
    const { code, output } = await run(program, ['-c', 'import sys; print(sys.version.split()[0])']);
    const version = output.trim();
    if (code !== 0) continue;
    if (versions.some((prefix) => version.startsWith(`${prefix}.`))) return { program, version };
    others.push(`${program} is ${version}`);
  }
  const versionsText = others.length === 0 ? 'none was found' : others.join(', ');
  throw new PythonIsMissing(
    `The tests of ${title} need Python ${versions.toReversed().join(', ')} with its module venv; ${versionsText}. Install one, or name it with PYTHON=/path/to/python. The rest of the tests needs none: npm test.`,
  );
}

/** What pyenv has installed, newest first: its own programs run only the version that was chosen. */
function pyenvPythons() {
  const folder = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).filter((name) => /^3\.\d+\.\d+$/.test(name));
  const minor = (/** @type {string} */ version) => Number(version.split('.')[1]);
  return versions
    .toSorted((a, b) => minor(b) - minor(a))
    .map((version) => join(folder, version, 'bin', 'python3'));
}
