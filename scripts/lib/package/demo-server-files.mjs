import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path/posix';
import { rolldown } from 'rolldown';
import { inRoot, root } from '../paths.mjs';
import { packageFolder, packagesOf } from './packages-of.mjs';

/**
 * Packages that the graph server imports and the demo never reaches, with what they would be for. Each is loaded on
 * demand by the server itself; together they are nine tenths of its packages.
 */
export const leftOut = Object.freeze({
  '@langchain/langgraph-ui': 'components of graphs for LangSmith; none of the graphs has any',
  typescript: 'schemas of graphs that declare them in types only; the demo graphs declare them in zod',
  '@typescript/vfs': 'the same',
  tsx: 'graphs in TypeScript; the demo graphs are JavaScript',
  esbuild: 'the same',
});

/** Modules that the demo server starts from, beside its graphs. */
const entries = ['resources/demo-server/entry.mjs'];

/** @type {Promise<string[]> | null} */
let known = null;

/**
 * Files of packages that the demo server and its graphs can load, as paths inside the repository: each module that
 * an import leads to, and the manifest and licence of its package. The rest of these packages (types, other
 * formats, sources) stays here.
 * @returns {Promise<string[]>}
 */
export function demoServerFiles() {
  // One run asks several times.
  return (known ??= findDemoServerFiles());
}

async function findDemoServerFiles() {
  const { graphs, auth } = JSON.parse(readFileSync(inRoot('resources/demo/langgraph.json'), 'utf8'));
  const own = [.../** @type {string[]} */ (Object.values(graphs)), auth.path].map(
    (/** @type {string} */ spec) => `resources/demo/${spec.slice(2, spec.lastIndexOf(':'))}`,
  );
  const modules = (await reachable([...entries, ...own])).filter((path) => packageFolder(path) !== null);
  const papers = packagesOf(modules).flatMap(papersOf);
  return [...new Set([...modules, ...modules.flatMap(manifestsAbove), ...papers])].toSorted();
}

/**
 * The modules that an import, `require` or `import()` leads to. Throws when one is not found.
 * @param {string[]} input
 */
async function reachable(input) {
  /** @type {Set<string>} */
  const found = new Set();
  const external = Object.keys(leftOut);
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // Whatever could be needed, not only what a bundler would keep.
    treeshake: false,
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    onLog(_level, { code, message }) {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
    plugins: [
      {
        name: 'list-modules',
        buildEnd() {
          for (const id of this.getModuleIds()) found.add(id);
        },
      },
    ],
  });
  await bundle.generate();
  await bundle.close();
  return [...found]
    .map((id) => relative(asPosix(root), asPosix(id.replace(/^\0/, '').replace(/\?.*$/, ''))))
    .filter((path) => input.includes(path) || packageFolder(path) !== null);
}

/** @param {string} path */
const asPosix = (path) => path.replaceAll('\\', '/');

/** Manifests say what kind of module a file is, also those inside of a package. @param {string} module @returns {string[]} */
function manifestsAbove(module) {
  const top = packageFolder(module);
  /** @type {string[]} */
  const manifests = [];
  for (let folder = dirname(module); folder !== top; folder = dirname(folder))
    if (existsSync(inRoot(folder, 'package.json'))) manifests.push(`${folder}/package.json`);
  return manifests;
}

/** A package's own manifest and licence. @param {import('./packages-of.mjs').ShippedPackage} shipped */
function papersOf({ path }) {
  return readdirSync(inRoot(path))
    .filter((name) => name === 'package.json' || /^(licen[cs]e|copying|notice)/i.test(name))
    .map((name) => `${path}/${name}`);
}
