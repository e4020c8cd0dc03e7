import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { demoServerFolder } from '../../demo-server.mjs';
import { inRoot } from '../../paths.mjs';
import { readAsar, sha256 } from '../asar.mjs';
import { licenceTexts } from '../notices.mjs';
import { ownResources, legalDocuments, programParts, shippedManifest } from '../stage.mjs';
import { developmentRests, differencesOf, fuseFaults, policyFaults, unshippableFiles } from './findings.mjs';

/**
 * One thing that a package was checked for.
 * @typedef {object} Finding
 * @property {string} name What holds when there are no faults.
 * @property {string[]} faults
 * @property {string} note Numbers.
 */

/**
 * Reads an unpacked program and compares it with what it was made from, which is read again from `out/`,
 * `resources/` and `node_modules`, not from the staged copy.
 * @param {object} where
 * @param {string} where.resources The program's folder with `app.asar`.
 * @param {string} where.program The executable, or the `.app` of macOS.
 * @returns {Promise<Finding[]>}
 */
export async function inspectProgram({ resources, program }) {
  const archiveFile = join(resources, 'app.asar');
  const archive = readAsar(readFileSync(archiveFile));
  const beside = filesIn(join(resources, 'resources'));
  const atTop = readdirSync(resources).filter((name) => !allowedAtTop.has(name) && !name.endsWith('.lproj'));
  const texts = [...archive]
    .filter(([path]) => /\.(?:[cm]?js|css|html|json)$/.test(path))
    .map(([path, { bytes }]) => /** @type {const} */ ([path, bytes.toString()]));
  const shipped = [...archive.keys(), ...beside.keys()];
  const wire = await readFuses(program);
  return [
    {
      name: 'the archive has the files of the build, unchanged',
      faults: [
        ...differencesOf(programFiles(), hashesOf(archive)),
        ...[...archive]
          .filter(([, { bytes, integrity }]) => integrity !== sha256(bytes))
          .map(([path]) => `${path} differs from the hash that the archive states.`),
      ],
      note: `${archive.size} files, ${megabytes(statSync(archiveFile).size)}`,
    },
    {
      name: 'beside it lie our resources and the built demo server, unchanged',
      faults: [
        ...differencesOf(resourceFiles(), beside),
        ...atTop.map((name) => `${name} should not be there.`),
      ],
      note: `${beside.size} files, ${megabytes(sizeOf(join(resources, 'resources')))}`,
    },
    {
      name: 'nothing ships that must stay here',
      faults: unshippableFiles(shipped),
      note: `${shipped.length} paths`,
    },
    {
      name: 'no rest of development, and the content policy',
      faults: [
        ...developmentRests(texts),
        ...policyFaults(texts.filter(([path]) => path.startsWith('out/main/'))),
      ],
      note: `${texts.length} texts`,
    },
    {
      name: 'the archive is within its limit',
      faults:
        statSync(archiveFile).size <= archiveLimit
          ? []
          : [
              `${megabytes(statSync(archiveFile).size)} are more than ${megabytes(archiveLimit)}. See docs/packaging.md.`,
            ],
      note: `${megabytes(statSync(archiveFile).size)} of ${megabytes(archiveLimit)}`,
    },
    {
      name: 'every fuse, as read back',
      faults: fuseFaults(wire),
      note: Object.entries(wire)
        .map(([name, state]) => `${name} ${state}`)
        .join(', '),
    },
  ];
}

/** Limit of the archive in bytes: what a start may have to read. */
const archiveLimit = 5_500_000;

/** What may lie in the folder of the archive: besides our own, what the systems' packages bring. */
const allowedAtTop = new Set([
  'app.asar',
  'resources',
  'apparmor-profile',
  'package-type',
  'icon.icns',
  'electron.icns',
  'elevate.exe',
]);

/** States of the fuses of a program, by name; a fuse without a name by its number. @param {string} program */
export async function readFuses(program) {
  const { version: _version, ...wire } = await getCurrentFuseWire(program);
  const states = { [FuseState.ENABLE]: 'on', [FuseState.DISABLE]: 'off', [FuseState.REMOVED]: 'removed' };
  return Object.fromEntries(
    Object.entries(wire).map(([index, state]) => [
      FuseV1Options[Number(index)] ?? index,
      states[/** @type {keyof typeof states} */ (state)] ?? `neither on nor off (${state})`,
    ]),
  );
}

/** What the archive must have: hashes by path. */
function programFiles() {
  const files = programParts.flatMap((part) =>
    [...filesIn(inRoot(part))].map(([path, hash]) => /** @type {const} */ ([`${part}/${path}`, hash])),
  );
  return new Map([...files, ['package.json', sha256(shippedManifest())]]);
}

/** What must lie beside the archive: hashes by path. */
function resourceFiles() {
  const hash = (/** @type {string} */ path) => sha256(readFileSync(path));
  return new Map([
    ...ownResources().map((path) => /** @type {const} */ ([path, hash(inRoot('resources', path))])),
    ...[...filesIn(demoServerFolder)].map(
      ([path, fileHash]) => /** @type {const} */ ([`demo-server/${path}`, fileHash]),
    ),
    ...legalDocuments.map((name) => /** @type {const} */ ([name, hash(inRoot(name))])),
    ['THIRD-PARTY-LICENSES.txt', sha256(licenceTexts())],
  ]);
}

/** Hashes of a folder's files by their paths in it, with `/`. @param {string} folder @returns {Map<string, string>} */
export function filesIn(folder) {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [relative(folder, path).replaceAll('\\', '/'), sha256(readFileSync(path))];
      }),
  );
}

/** @param {ReadonlyMap<string, import('../asar.mjs').AsarFile>} archive */
const hashesOf = (archive) => new Map([...archive].map(([path, { bytes }]) => [path, sha256(bytes)]));

/** @param {string} folder */
export function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
