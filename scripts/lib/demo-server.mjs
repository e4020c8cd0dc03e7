import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { contentStamp, unlessBuilt } from './content-stamp.mjs';
import { recordPackages } from './package/record-packages.mjs';
import { inRoot, root } from './paths.mjs';

/** The built demo server: `entry.mjs`, and the demo graphs in `demo/`. */
export const demoServerFolder = inRoot('out', 'demo-server');

const inputs = [
  'resources/demo',
  'resources/demo-server',
  'package-lock.json',
  'scripts/lib/demo-server.mjs',
  'scripts/lib/package/record-packages.mjs',
];

/**
 * Packages that the graph server imports on demand and the demo never reaches, with what they would be for. They are
 * most of its size.
 */
export const leftOut = Object.freeze({
  '@langchain/langgraph-ui': 'components of graphs for LangSmith; none of the graphs has any',
  typescript: 'schemas of graphs that declare them in types only; the demo graphs declare them in zod',
  '@typescript/vfs': 'the same',
  tsx: 'graphs in TypeScript; the demo graphs are JavaScript',
  esbuild: 'the same',
});

/**
 * Bundles the demo server and its graphs, or does nothing when what they are made from has not changed since. From
 * their own packages they would load a thousand modules, which is two thirds of a start (0.70 of processor seconds, 0.25
 * bundled). Throws what the bundler says.
 * @param {{ force?: boolean }} [options]
 */
export async function buildDemoServer({ force = false } = {}) {
  const stamp = contentStamp(inputs, (path) => !/(?:^|[/\\])(?:\.|node_modules)/.test(path));
  await unlessBuilt({ name: 'demo-server', stamp, outputs: ['out/demo-server/entry.mjs'], force }, bundle);
}

async function bundle() {
  const project = JSON.parse(readFileSync(inRoot('resources/demo/langgraph.json'), 'utf8'));
  /** @type {Record<string, string>} */
  const input = { entry: 'resources/demo-server/entry.mjs' };
  /** Makes a file of the project an entry. Returns how the built project names it. @param {string} spec */
  const entryOf = (spec) => {
    const [path = '', exported] = spec.split(':');
    const name = path.replace(/^\.\//, '').replace(parse(path).ext, '');
    input[`demo/${name}`] = `resources/demo/${path}`;
    return `./${name}.mjs:${exported}`;
  };
  const graphs = Object.fromEntries(Object.entries(project.graphs).map(([id, spec]) => [id, entryOf(spec)]));
  const auth = { ...project.auth, path: entryOf(project.auth.path) };
  const external = Object.keys(leftOut);
  // Not before: in a fresh clone, the packages have just been installed.
  const { rolldown } = await import('rolldown');
  const built = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    onLog(_level, { code, message }) {
      if (code === 'UNRESOLVED_IMPORT' || code === 'IMPORT_IS_UNDEFINED') throw new Error(message);
    },
    plugins: [/** @type {import('rolldown').Plugin} */ (recordPackages('demo-server')())],
  });
  // Two builds at a time don't mix.
  const draft = `${demoServerFolder}.${process.pid}`;
  await built.write({
    dir: draft,
    format: 'esm',
    entryFileNames: '[name].mjs',
    // The server looks for its version two folders above its own.
    chunkFileNames: 'chunks/all/[name]-[hash].mjs',
    // Names stay: LangChain writes some of them into its events.
    minify: { mangle: false, compress: false },
  });
  await built.close();
  const { version } = JSON.parse(
    readFileSync(inRoot('node_modules/@langchain/langgraph-api/package.json'), 'utf8'),
  );
  const write = (/** @type {string} */ path, /** @type {unknown} */ value) =>
    writeFileSync(join(draft, path), `${JSON.stringify(value, null, 2)}\n`);
  write('package.json', { name: '@langchain/langgraph-api', version, private: true, type: 'module' });
  write('demo/langgraph.json', { ...project, graphs, auth });
  rmSync(demoServerFolder, { recursive: true, force: true });
  renameSync(draft, demoServerFolder);
}
