import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, root } from './paths.mjs';

/**
 * Packages that the graph server imports on demand and that no bundled graph uses, each with its purpose. They would be
 * most of the bundle.
 */
export const omittedPackages = Object.freeze({
  '@langchain/langgraph-ui': 'components of graphs for LangSmith; none of the graphs has any',
  typescript: 'schemas of graphs that declare them in types only; these declare them in zod',
  '@typescript/vfs': 'the same',
  tsx: 'graphs in TypeScript; these are JavaScript',
  esbuild: 'the same',
});

/**
 * Bundles the graph server with a program that starts it and with graphs. Unbundled, they load a thousand modules, which
 * takes two thirds of a start (0.70 processor seconds; 0.25 bundled). Throws the bundler's error.
 * @param {object} what
 * @param {string} what.folder @param {Record<string, string>} what.input Files inside the repository, by their name in the folder.
 * @param {Record<string, unknown>} [what.files] JSON files that belong to them.
 * @param {import('rolldown').Plugin[]} [what.plugins]
 */
export async function bundleServer({ folder, input, files = {}, plugins = [] }) {
  const external = Object.keys(omittedPackages);
  // Imported late: in a fresh clone, the packages have only just been installed.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    onLog(_level, { code, message }) {
      if (code === 'UNRESOLVED_IMPORT' || code === 'IMPORT_IS_UNDEFINED') throw new Error(message);
    },
    plugins,
  });
  // So that two builds at the same time don't mix their files.
  const draft = `${folder}.${process.pid}`;
  await bundle.write({
    dir: draft,
    format: 'esm',
    entryFileNames: '[name].mjs',
    // The server looks for its version two folders above its own, so it must not become part of an entry.
    chunkFileNames: 'chunks/all/[name]-[hash].mjs',
    codeSplitting: { groups: [{ name: 'server', test: /[\\/]langgraph-api[\\/]dist[\\/]/ }] },
    // Names stay: LangChain writes some of them into its events.
    minify: { mangle: false, compress: false },
  });
  await bundle.close();
  const { version } = JSON.parse(
    readFileSync(inRoot('node_modules/@langchain/langgraph-api/package.json'), 'utf8'),
  );
  const manifest = { name: '@langchain/langgraph-api', version, private: true, type: 'module' };
  for (const [path, value] of Object.entries({ 'package.json': manifest, ...files }))
    writeFileSync(join(draft, path), `${JSON.stringify(value, null, 2)}\n`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}
