import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../../..');
const urlOf = (/** @type {string} */ folder) => `${pathToFileURL(folder).href}/`;

/**
 * From here on, files of the repository get packages from the installation of a server in `.cache`.
 * @param {string} name Of the server.
 */
export function takePackagesOf(name) {
  const data = { root: urlOf(root), installation: urlOf(resolve(root, '.cache', name)) };
  register('./resolve-hook.mjs', import.meta.url, { data });
}
