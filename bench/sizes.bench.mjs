// How large a desktop package is beside Electron, and what in it is. The same for everybody: nothing here is timed.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from '../scripts/lib/build.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { packageFolder } from '../scripts/lib/package/packages-of.mjs';
import { stage } from '../scripts/lib/package/stage.mjs';
import { table } from './median.mjs';

/** How many packages of the demo server have a line of their own. */
const largest = 6;

/** @typedef {{ path: string, size: number, packed: number }} SizedFile Sizes in bytes; `packed` by gzip. */

export async function run() {
  const { ok, output } = await build({ say: console.log });
  if (!ok) throw new Error(output);
  const { app, beside } = stage(inRoot('.cache', 'package-sizes'));
  const archive = sizedFiles(app);
  const resources = sizedFiles(join(beside, 'resources'));
  const isPackage = (/** @type {SizedFile} */ { path }) => packageFolder(path) !== null;
  const papers = resources.filter(({ path }) => /^(?:LICENSE|THIRD-PARTY)/.test(path));
  const packages = [...byPackage(resources.filter(isPackage))]
    .map(([name, files]) => ({ name, files, size: sum(files, 'size') }))
    .toSorted((one, other) => other.size - one.size);
  const part = (/** @type {string} */ folder) => archive.filter(({ path }) => path.startsWith(`${folder}/`));
  return table(
    ['in a package, beside Electron', 'files', 'MB', 'gzip, MB'],
    [
      row('the archive (limit: 5 MB)', archive),
      row('- program', [...part('out/main'), ...part('out/preload')]),
      row('- window', part('out/renderer')),
      row('packages of the demo server', resources.filter(isPackage)),
      ...packages.slice(0, largest).map(({ name, files }) => row(`- ${name}`, files)),
      row(
        `- ${packages.length - largest} others`,
        packages.slice(largest).flatMap(({ files }) => files),
      ),
      row('notices and licences', papers),
      row(
        'demo project, templates, runner',
        resources.filter((file) => !isPackage(file) && !papers.includes(file)),
      ),
      row('all', [...archive, ...resources]),
    ],
  );
}

/** @param {SizedFile} file */
const nameOfPackage = ({ path }) => packageFolder(path)?.split('node_modules/').at(-1) ?? '';

/** @param {readonly SizedFile[]} files */
function byPackage(files) {
  /** @type {Map<string, SizedFile[]>} */
  const groups = new Map();
  for (const file of files)
    groups.set(nameOfPackage(file), [...(groups.get(nameOfPackage(file)) ?? []), file]);
  return groups;
}

/** @param {string} folder @returns {SizedFile[]} */
function sizedFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      return {
        path: relative(folder, file).replaceAll('\\', '/'),
        size: bytes.length,
        packed: gzipSync(bytes).length,
      };
    });
}

/** @param {readonly SizedFile[]} files @param {'size' | 'packed'} what */
const sum = (files, what) => files.reduce((total, file) => total + file[what], 0);

/** @param {string} name @param {readonly SizedFile[]} files */
function row(name, files) {
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(2);
  return [name, String(files.length), megabytes(sum(files, 'size')), megabytes(sum(files, 'packed'))];
}
