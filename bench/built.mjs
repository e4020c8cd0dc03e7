// Parts of the studio, built from source for a bench: modules for Node, and pages for Chromium.
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { inRoot } from '../scripts/lib/paths.mjs';

const quiet = /** @type {const} */ ({ configFile: false, logLevel: 'error' });

/** The studio's own names of modules, which are unknown in this folder: it is a package of its own. */
const alias = Object.entries(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).imports).map(
  ([name, path]) => ({ find: new RegExp(`^${name}$`), replacement: inRoot(String(path)) }),
);

/** @param {string} bench */
const modulesOf = (bench) => inRoot('.cache/bench', bench, 'modules');

/**
 * Builds modules as both hosts ship them.
 * @param {string} bench @param {Record<string, string>} parts Paths in the repository by the names of the modules.
 * @param {(string | RegExp)[]} [external] Packages that are loaded as they are.
 */
export async function buildModules(bench, parts, external = []) {
  const folder = modulesOf(bench);
  await mkdir(folder, { recursive: true });
  const entry = Object.fromEntries(Object.entries(parts).map(([name, path]) => [name, inRoot(path)]));
  await build({
    ...quiet,
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      lib: { entry, formats: ['es'] },
      rollupOptions: { external },
    },
  });
}

/** The address of a module that was built. @param {string} bench @param {string} name */
export const builtModule = (bench, name) => pathToFileURL(join(modulesOf(bench), `${name}.js`)).href;

/**
 * Builds the pages of a bench as the window is shipped, and gives their folder.
 * @param {string} bench @param {string[]} [pages] Their names; `index` when left out.
 */
export async function buildPages(bench, pages = ['index']) {
  const root = inRoot('bench', bench, 'page');
  const outDir = inRoot('.cache/bench', bench, 'page');
  await build({
    ...quiet,
    root,
    plugins: [react({ jsxImportSource: '#jsx' })],
    resolve: { alias },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome120',
      chunkSizeWarningLimit: 5000,
      rollupOptions: { input: pages.map((name) => join(root, `${name}.html`)) },
    },
  });
  return outDir;
}
