import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { bundleServer } from './bundle-server.mjs';
import { contentStamp, unlessBuilt } from './content-stamp.mjs';
import { recordPackages } from './package/record-packages.mjs';
import { inRoot } from './paths.mjs';

/** The built demo server: `entry.mjs`, and the demo graphs in `demo/`. */
export const demoServerFolder = inRoot('out', 'demo-server');

const inputs = [
  'resources/demo',
  'resources/demo-server',
  'package-lock.json',
  'scripts/lib/bundle-server.mjs',
  'scripts/lib/demo-server.mjs',
  'scripts/lib/package/record-packages.mjs',
];

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
  await bundleServer({
    folder: demoServerFolder,
    input,
    files: { 'demo/langgraph.json': { ...project, graphs, auth } },
    plugins: [/** @type {import('rolldown').Plugin} */ (recordPackages('demo-server')())],
  });
}
