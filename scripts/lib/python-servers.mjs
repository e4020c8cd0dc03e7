import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentStamp } from './content-stamp.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process/run.mjs';

const lockFile = 'src/testing/python-server/requirements.lock';

/** Versions of Python for which every package of the lock file has a built wheel. */
const versions = ['3.13', '3.12', '3.11'];

/** This machine can't run the Python server. The message says what it needs. */
export class PythonIsMissing extends Error {}

/**
 * Makes a virtual environment with the official Python server in `.cache`, exactly as its lock file says, unless it is
 * there.
 * @param {{ say: (line: string) => void }} options
 * @returns {Promise<string>} Its Python.
 */
export async function installPythonServers({ say }) {
  const target = inRoot('.cache', 'python-servers');
  const python = pythonOf(join(target, 'venv'));
  const stampFile = join(target, 'stamp');
  const stamp = contentStamp([lockFile]);
  if (existsSync(python) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return python;
  const base = await findPython();
  say(`Installing the Python server for ${base.version} (once)...`);
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
  writeFileSync(installers, lockEntry(lock, 'setuptools'));
  const install = async (/** @type {string[]} */ ...args) => {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '--require-hashes'];
    const { code, output } = await run(python, ['-m', 'pip', 'install', ...options, ...args]);
    if (code !== 0) throw new Error(`The Python server could not be installed.\n${output}`);
  };
  await install('--only-binary', ':all:', '-r', installers);
  // One package has no built wheel. It is pure Python; without isolation it is built by what was just installed.
  const built = ['--only-binary', ':all:', '--no-binary', 'forbiddenfruit', '--no-build-isolation'];
  await install(...built, '-r', inRoot(lockFile));
  writeFileSync(stampFile, stamp);
  return python;
}

/** What a lock file says about one package. @param {string} lock @param {string} name */
function lockEntry(lock, name) {
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

/** The program of `PYTHON`, or the newest that the machine has. */
async function findPython() {
  const named = process.env['PYTHON'];
  const programs = named ? [named] : [...versions.map((version) => `python${version}`), 'python3', 'python'];
  /** @type {string[]} */
  const others = [];
  for (const program of programs) {
    const { code, output } = await run(program, ['-c', 'import sys; print(sys.version.split()[0])']);
    const version = output.trim();
    if (code !== 0) continue;
    if (versions.some((known) => version.startsWith(`${known}.`))) return { program, version };
    others.push(`${program} is ${version}`);
  }
  const found = others.length === 0 ? 'none was found' : others.join(', ');
  throw new PythonIsMissing(
    `The tests of the Python server need Python ${versions.toReversed().join(', ')} with its module venv; ${found}. Install one, or name it with PYTHON=/path/to/python. The rest of the tests needs none: npm test.`,
  );
}
