import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** What the demo server and its graphs import. */
const direct = [
  '@langchain/core',
  '@langchain/langgraph',
  '@langchain/langgraph-api',
  '@langchain/langgraph-sdk',
  'zod',
];

/**
 * @typedef {object} LockedPackage
 * @property {Record<string, string>} [dependencies] @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 * @property {boolean} [dev] @property {boolean} [devOptional] @property {boolean} [peer]
 */

/**
 * A manifest and a lock file for the demo server alone: the repository's own versions and checksums, without everything
 * that the demo server does not reach.
 */
export function demoPackages() {
  /** @type {{ version: string, dependencies: Record<string, string>, overrides: unknown }} */
  const studio = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const dependencies = Object.fromEntries(direct.map((name) => [name, studio.dependencies[name]]));
  const { version, overrides } = studio;
  const name = 'remote-graph-studio-demo';
  const reached = reachable(packages);
  const locked = [...reached].toSorted().map((path) => {
    const { dev: _dev, devOptional: _devOptional, peer: _peer, ...entry } = packages[path] ?? {};
    return [path, entry];
  });
  return {
    manifest: { name, version, private: true, dependencies, overrides },
    lock: {
      name,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name, version, dependencies }, ...Object.fromEntries(locked) },
    },
  };
}

/** Paths in the lock file of everything that is installed for the direct packages. @param {Record<string, LockedPackage>} packages */
function reachable(packages) {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = direct.map((name) => ({ from: '', name }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = resolve(packages, next.from, next.name);
    if (path === null || found.has(path)) continue;
    found.add(path);
    const {
      dependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta = {},
    } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      waiting.push({ from: path, name });
    }
  }
  return found;
}

/**
 * As Node does: beside the package, then ever further up.
 * @param {Record<string, LockedPackage>} packages @param {string} from @param {string} name
 */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/')))) {
    folder = folder.replace(/\/$/, '');
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return null;
  }
}
