import { readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';

/** The manifest of the client as it is published, with built files in the place of sources. */
export function clientManifest() {
  const { name, version, description, license, engines, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(inRoot('packages/remote-graph/package.json'), 'utf8'),
  );
  const door = (/** @type {string} */ file) => ({
    types: `./types/remote-graph/${file}.d.ts`,
    default: `./${file}.js`,
  });
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines,
    bin: { 'graph-server-check': './graph-server-check.js' },
    exports: {
      '.': door('index'),
      './client': door('client'),
      './server-check': {
        types: './types/remote-graph/server-check/server-check.d.ts',
        default: './server-check.js',
      },
    },
    // Only the entry point `.` loads it. The range is what `npm run try:client-peers` has tested.
    peerDependencies,
    peerDependenciesMeta,
  };
}
