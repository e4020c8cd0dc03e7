// How large a desktop package is beside Electron, and what in it is. The same for everybody: nothing here is timed.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from '../scripts/lib/build.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { stage } from '../scripts/lib/package/stage.mjs';
import { table } from './median.mjs';

/** @typedef {{ path: string, size: number, packed: number }} SizedFile Sizes in bytes; `packed` by gzip. */

export async function run() {
  const { ok, output } = await build({ log: console.log });
  if (!ok) throw new Error(output);
  const { app, beside } = stage(inRoot('.cache', 'package-sizes'));
  const archive = sizedFiles(app);
  const resources = sizedFiles(join(beside, 'resources'));
  const papers = resources.filter(({ path }) => /^(?:LICENSE|THIRD-PARTY)/.test(path));
  const demoServer = resources.filter(({ path }) => path.startsWith('demo-server/'));
  const part = (/** @type {string} */ folder) => archive.filter(({ path }) => path.startsWith(`${folder}/`));
  return table(
    ['in a package, beside Electron', 'files', 'MB', 'gzip, MB'],
    [
      row('the archive (limit: 5 MB)', archive),
      row('- program', [...part('out/main'), ...part('out/preload')]),
      row('- window', part('out/renderer')),
      row('the demo server, bundled with its packages', demoServer),
      row('notices and licences', papers),
      row(
        'templates, runner',
        resources.filter((file) => !demoServer.includes(file) && !papers.includes(file)),
      ),
      row('all', [...archive, ...resources]),
    ],
  );
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
