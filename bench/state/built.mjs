// What the studio does with states, built from its sources: modules for Node, and a page for Chromium.
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { inRoot } from '../../scripts/lib/paths.mjs';

const folder = inRoot('.cache/bench/state');
const pageFolder = inRoot('.cache/bench/state-page');

const parts = {
  outline: 'src/exact-json/outline.ts',
  search: 'src/exact-json/search.ts',
  diff: 'src/exact-json/diff.ts',
  exact: 'src/exact-json/parse-exact.ts',
  edit: 'src/exact-json/json-edit.ts',
  pieces: 'src/renderer/client/pieced-text.ts',
};

/** Everything that these modules export, in one object. */
export async function builtParts() {
  await mkdir(folder, { recursive: true });
  const entry = Object.fromEntries(Object.entries(parts).map(([name, path]) => [name, inRoot(path)]));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      lib: { entry, formats: ['es'] },
    },
  });
  const modules = await Promise.all(
    Object.keys(parts).map((name) => import(pathToFileURL(`${folder}/${name}.js`).href)),
  );
  return Object.assign({}, ...modules);
}

/** Builds the page with the studio's own tree of a state, as it is shipped, and gives its folder. */
export async function buildPage() {
  await build({
    configFile: false,
    logLevel: 'error',
    root: inRoot('bench/state/page'),
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir: pageFolder, emptyOutDir: true, target: 'chrome120', chunkSizeWarningLimit: 5000 },
  });
  return pageFolder;
}
