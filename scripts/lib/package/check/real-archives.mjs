import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { differencesOf } from './findings.mjs';
import { filesIn, megabytes } from './inspect.mjs';

/** Tools of this machine that can stand for those that electron-builder would fetch; `null` for one that is not there. */
export function systemTools() {
  return {
    sevenZip: findProgram('7zz') ?? findProgram('7za'),
    mksquashfs: findProgram('unsquashfs') === null ? null : findProgram('mksquashfs'),
  };
}

/** @param {string} name @returns {string | null} */
function findProgram(name) {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find(canRun) ?? null;
}

/** @param {string} path */
function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Unpacks the packages that this machine could really make, and compares them with the program that they were made
 * from.
 * @param {string} output electron-builder's folder. @param {ReturnType<typeof systemTools>} tools
 * @returns {import('./inspect.mjs').Finding[]}
 */
export function checkArchives(output, { sevenZip, mksquashfs }) {
  const program = filesIn(join(output, 'linux-unpacked'));
  // The deb adds it, maybe after the others were packed.
  program.delete('resources/apparmor-profile');
  return [
    ...(sevenZip === null ? [] : [checkArchive(output, '.tar.gz', program, unpackTar)]),
    ...(mksquashfs === null ? [] : [checkArchive(output, '.AppImage', program, unpackAppImage)]),
  ];
}

/**
 * @param {string} output @param {string} ending @param {ReadonlyMap<string, string>} program
 * @param {(file: string, folder: string) => string} unpack Returns what went wrong, or nothing.
 */
function checkArchive(output, ending, program, unpack) {
  const name = `the ${ending.slice(1)} has the program, unchanged`;
  const archive = readdirSync(output).find((file) => file.endsWith(ending));
  if (archive === undefined) return { name, faults: ['It was not made.'], note: '' };
  const folder = join(output, `unpacked${ending}`);
  mkdirSync(folder);
  const problem = unpack(join(output, archive), folder);
  const files = filesIn(folder);
  // An AppImage has files of its own beside the program: its starter, its menu entry, its icons.
  const programFiles = [...files].filter(([path]) => program.has(path));
  const faults = problem === '' ? differencesOf(program, new Map(programFiles)) : [problem];
  return { name, faults, note: `${archive}, ${megabytes(statSync(join(output, archive)).size)}` };
}

/** @param {string} file @param {string} folder */
function unpackTar(file, folder) {
  return run('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
}

/** It is a file system behind a runtime, which is empty here. @param {string} file @param {string} folder */
function unpackAppImage(file, folder) {
  return run('unsquashfs', ['-quiet', '-no-progress', '-force', '-dest', folder, file]);
}

/** @param {string} program @param {readonly string[]} args */
function run(program, args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? '' : `${program} failed: ${error?.message ?? stderr}`;
}
