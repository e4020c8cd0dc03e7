import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { demoServerFolder } from '../demo-server.mjs';
import { inRoot } from '../paths.mjs';
import { licenceTexts } from './notices.mjs';

/** Parts of `out/` that the program consists of. */
export const programParts = /** @type {const} */ (['out/main', 'out/preload', 'out/renderer']);

/** Members of our manifest that the packaged program has. The others show how it is developed. */
const shippedMembers = [
  'name',
  'productName',
  'version',
  'description',
  'license',
  'author',
  'homepage',
  'repository',
  'desktopName',
  'type',
  'main',
];

/** For a package of a repository that does not say yet where it lives: a name that by its definition leads nowhere (RFC 2606). */
export const unknownHomepage = 'https://remote-graph-studio.invalid';

/** The packaged program's `package.json`, as text. */
export function shippedManifest() {
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const members = shippedMembers.flatMap((name) => (name in manifest ? [[name, manifest[name]]] : []));
  const shipped = { homepage: unknownHomepage, ...Object.fromEntries(members) };
  return `${JSON.stringify(shipped, null, 2)}\n`;
}

/**
 * Lays out what electron-builder packs: `app` becomes the archive, `beside` is what lies next to it.
 * @param {string} folder Is replaced.
 */
export function stage(folder) {
  rmSync(folder, { recursive: true, force: true });
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'package.json'), shippedManifest());
  for (const part of programParts) cpSync(inRoot(part), join(app, part), { recursive: true });
  const beside = join(folder, 'beside');
  stageResources(join(beside, 'resources'));
  return { app, beside };
}

/**
 * The folder beside the archive: resources, the demo server, and the legal documents.
 * @param {string} folder
 */
function stageResources(folder) {
  for (const path of ownResources()) copy(inRoot('resources', path), join(folder, path));
  cpSync(demoServerFolder, join(folder, 'demo-server'), { recursive: true });
  for (const name of legalDocuments) copy(inRoot(name), join(folder, name));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licenceTexts());
}

/** Papers at the top of the repository that go with every package. */
export const legalDocuments = ['LICENSE', 'THIRD-PARTY-NOTICES.md'];

/** What the demo server is built from. */
const built = ['demo', 'demo-server'];

/** Files of `resources/` that ship as they are, without what somebody who ran the projects there has left behind. */
export function ownResources() {
  return readdirSync(inRoot('resources'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(inRoot('resources'), join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !built.includes(path.split('/')[0] ?? ''))
    .filter((path) => path.split('/').every((name) => !name.startsWith('.') && name !== 'node_modules'));
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
